import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from './mount-for-test.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pass = () => act(() => vi.advanceTimersByTime(300));

const button = (isOff: boolean) => (
  <Tooltip label={isOff ? 'Please wait' : 'Update contacts'}>
    <button aria-disabled={isOff}>Update</button>
  </Tooltip>
);

function draw(off: boolean) {
  const { box, redraw } = mount(button(off));
  const pressed = box.querySelector('button');
  return {
    shown: () => box.querySelector('[role=tooltip]')?.textContent,
    turnOff: () => act(() => redraw(button(true))),
    point: () => {
      act(() => void pressed?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
      pass();
    },
    press: () => {
      act(() => pressed?.click());
      pass();
    },
  };
}

it('goes when its button is pressed, and does not come back with the reason why the button is off now', () => {
  const { shown, point, press, turnOff } = draw(false);
  point();
  expect(shown()).toBe('Update contacts');
  press();
  turnOff();
  expect(shown()).toBeUndefined();
});

it('stays when what is pressed is off: its reason is what was asked for', () => {
  const { shown, point, press } = draw(true);
  point();
  press();
  expect(shown()).toBe('Please wait');
});
