import { sessionStore } from './session-store.ts';
import type { StoredValue } from '../state/stored-value.ts';

/** A JSON value in local storage, separate for each account. `fits` rejects values of an older version or edited by hand. */
export function keptValue<Value>(
  name: string,
  initial: Value,
  fits: (value: unknown) => value is Value,
): StoredValue<Value> {
  const key = () => `${name}:${sessionStore.get().userId}`;
  return {
    read() {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key()) ?? 'null');
        return fits(value) ? value : initial;
      } catch {
        return initial;
      }
    },
    write: (value) => localStorage.setItem(key(), JSON.stringify(value)),
  };
}
