import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../session/external-store.ts';
import { keptValue } from '../storage/kept-value.ts';

const isChoice = (value: unknown): value is boolean => typeof value === 'boolean';
const kept = keptValue('single-keys', true, isChoice);
const changes = createExternalStore(0);

/** Whether single letters are shortcuts. Whoever speaks to the computer, or presses keys by accident, turns them off. */
export const singleKeys = {
  get: kept.read,
  set(on: boolean): void {
    kept.write(on);
    changes.set(changes.get() + 1);
  },
};

export function useSingleKeys(): boolean {
  return useSyncExternalStore(changes.subscribe, kept.read);
}
