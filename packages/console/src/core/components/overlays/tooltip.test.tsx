import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../mount-for-test.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const waitForDelays = () => act(() => vi.advanceTimersByTime(300));

const button = (isDisabled: boolean) => (
  <Tooltip label={isDisabled ? 'Please wait' : 'Update contacts'}>
    <button aria-disabled={isDisabled}>Update</button>
  </Tooltip>
);

function render(isDisabled: boolean) {
  const { box, redraw } = mount(button(isDisabled));
  const target = box.querySelector('button');
  return {
    shown: () => box.querySelector('[role=tooltip]')?.textContent,
    disable: () => act(() => redraw(button(true))),
    hover: () => {
      act(() => void target?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
      waitForDelays();
    },
    press: () => {
      act(() => target?.click());
      waitForDelays();
    },
  };
}

it('closes when its button is pressed, and stays closed when the button becomes disabled', () => {
  const { shown, hover, press, disable } = render(false);
  hover();
  expect(shown()).toBe('Update contacts');
  press();
  disable();
  expect(shown()).toBeUndefined();
});

it('stays open when a disabled button is pressed, to show the reason', () => {
  const { shown, hover, press } = render(true);
  hover();
  press();
  expect(shown()).toBe('Please wait');
});
