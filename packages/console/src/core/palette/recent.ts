import { keptValue } from '../storage/kept-value.ts';

const most = 5;

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}

/** What was used lately, the latest first. Ids only: a name would stay in this browser when access has ended. */
const kept = keptValue<string[]>('palette-recent', [], isIds);

export const recent = {
  read: kept.read,
  remember: (id: string) => kept.write([id, ...kept.read().filter((each) => each !== id)].slice(0, most)),
};
