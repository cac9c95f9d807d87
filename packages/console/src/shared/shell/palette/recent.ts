import { keptValue } from '../../../core/session/kept-value.ts';

const maxItems = 5;

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}

/** The ids of recently used items, newest first. Names are not stored, because they would outlive the admin's access to them. */
const stored = keptValue<string[]>('palette-recent', [], isStringArray);

export const recent = {
  read: stored.read,
  remember: (id: string) => stored.write([id, ...stored.read().filter((each) => each !== id)].slice(0, maxItems)),
};
