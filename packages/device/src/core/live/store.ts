/** An observable value: a screen reads it and is told when it changes. */
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
