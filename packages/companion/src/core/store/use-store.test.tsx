import { createStore } from '@fairwatch/device/core';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { useStore } from './use-store.ts';

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
