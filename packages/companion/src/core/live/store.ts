import { useSyncExternalStore } from 'react';

/** A value that components follow. */
export interface Store<Value> {
  get(): Value;
  /** Changes some of its fields and tells whoever follows. */
  set(changes: Partial<Value>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(changes) {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Follows a part of a store. `select` must give back the same object while nothing of it changed. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
