import { sessionStore } from '../session/session-store.ts';
import type { StoredValue } from './stored-value.ts';

/** One JSON value that this browser keeps for the signed-in admin: the next person here has their own. */
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
