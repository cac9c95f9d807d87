import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { createStore, useStore } from './store.ts';

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

it('a component is drawn again when its part changed, and only then', () => {
  const store = createStore({ name: 'Ada', other: 0 });
  const drawn = vi.fn<() => void>();
  function Name() {
    drawn();
    return <p>{useStore(store, (value) => value.name)}</p>;
  }
  const box = mount(<Name />);
  const before = drawn.mock.calls.length;
  act(() => store.set({ other: 1 }));
  expect(drawn.mock.calls.length).toBe(before);
  act(() => store.set({ name: 'Grace' }));
  expect(box.textContent).toBe('Grace');
});
