import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../../../core/state/external-store.ts';
import { keptValue } from '../../../core/session/kept-value.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const stored = keptValue('single-keys', true, isBoolean);
const changes = createExternalStore(0);

/** The setting whether single letters are shortcuts (WCAG 2.1.4). Users of speech input can turn them off. */
export const singleKeys = {
  get: stored.read,
  set(on: boolean): void {
    stored.write(on);
    changes.set(changes.get() + 1);
  },
};

export function useSingleKeys(): boolean {
  return useSyncExternalStore(changes.subscribe, stored.read);
}
