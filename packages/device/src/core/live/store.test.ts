import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

it('changes the named fields and notifies the subscribers', () => {
  const store = createStore({ one: 1, two: 2 });
  const listener = vi.fn<() => void>();
  const stop = store.subscribe(listener);
  store.set({ two: 3 });
  expect(store.get()).toEqual({ one: 1, two: 3 });
  expect(listener).toHaveBeenCalledOnce();
  stop();
  store.set({ one: 4 });
  expect(listener).toHaveBeenCalledOnce();
});
