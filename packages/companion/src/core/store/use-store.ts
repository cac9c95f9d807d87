import type { Store } from '@fairwatch/device/core';
import { useSyncExternalStore } from 'react';

/** Subscribes to a part of a store. `select` must return the same object while that part has not changed. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
