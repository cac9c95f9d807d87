import { useSyncExternalStore } from 'react';

/** An observable value for React components. */
export interface Store<Value> {
  get(): Value;
  /** Changes some fields and notifies the subscribers. */
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

/** Subscribes to a part of a store. `select` must return the same object while that part has not changed. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
