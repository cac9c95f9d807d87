import { clientErrors, limits } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { toast, Toaster, toastPromise } from './toast.tsx';

const leaving = limits.toast.successMs;

function shown(): string[] {
  const toasts = document.querySelectorAll('[data-type]:not([data-leaving])');
  return [...toasts].map((element) => element.textContent ?? '');
}

function pass(ms: number): void {
  act(() => vi.advanceTimersByTime(ms));
}

/** What the pointer does over the newest toast. */
function point(type: string): void {
  act(() => void document.querySelector('[data-type]')?.dispatchEvent(new MouseEvent(type, { bubbles: true })));
}

beforeEach(() => {
  vi.useFakeTimers();
  mount(<Toaster />);
});

afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

describe('toasts', () => {
  it.each([
    ['blank', () => toast('hello')],
    ['error', () => toast.error('hello')],
    ['custom', () => toast.custom('hello')],
  ])('[SPEC 9.6] %s toasts stay 4000 ms', (_type, show) => {
    act(() => void show());
    pass(3999);
    expect(shown()).toEqual(['hello']);
    pass(2);
    expect(shown()).toEqual([]);
  });

  it('[SPEC 9.7] success toasts stay 2000 ms', () => {
    act(() => void toast.success('saved'));
    pass(1999);
    expect(shown()).toEqual(['saved']);
    pass(2);
    expect(shown()).toEqual([]);
  });

  it('are held while somebody points at them, but not by a pointer that only rests where they appear', () => {
    act(() => void toast.success('saved'));
    point('mouseover');
    pass(2001);
    expect(shown()).toEqual([]);
    act(() => void toast.success('read me'));
    point('mousemove');
    pass(9000);
    expect(shown()).toEqual(['read me']);
    point('mouseout');
    pass(2001);
    expect(shown()).toEqual([]);
  });

  it('go in the end although the pointer stays, so that what they cover can be reached', () => {
    act(() => void toast.success('in the way'));
    for (let second = 0; second < 14; second += 1) {
      point('mousemove');
      pass(1000);
    }
    expect(shown()).toEqual([]);
    act(() => void toast.success('the next'));
    point('mousemove');
    pass(5000);
    expect(shown()).toEqual(['the next']);
    point('mouseout');
  });

  it('[SPEC 9.8] loading toasts stay without limit', () => {
    act(() => void toast.loading('working'));
    pass(24 * 60 * 60 * 1000);
    expect(shown()).toEqual(['working']);
  });

  it('[SPEC 9.9] at most 20 at once, the newest of them', () => {
    act(() => {
      for (let number = 1; number <= 25; number += 1) toast(`toast ${number}`);
    });
    expect(shown()).toHaveLength(20);
    expect(shown()[0]).toBe('toast 25');
    expect(limits.toast.atOnce).toBe(20);
  });

  it('[SPEC 4.13] toast types: blank, error, success, loading, custom', () => {
    act(() => {
      toast('a');
      toast.error('b');
      toast.success('c');
      toast.loading('d');
      toast.custom('e');
    });
    const types = [...document.querySelectorAll('[data-type]')].map((element) => element.getAttribute('data-type'));
    expect(types.toReversed()).toEqual(['blank', 'error', 'success', 'loading', 'custom']);
  });

  it('are announced to screen readers', () => {
    act(() => void toast.error('hello'));
    expect(document.querySelector('[role=status][aria-live=polite]')?.textContent).toBe('hello');
  });
});

describe('promise toast', () => {
  it("[SPEC 8.3, 8.4] loading 'Processing your request...', success 'Request completed successfully.'", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let result: Promise<number> | undefined;
    act(() => void (result = toastPromise(promise)));
    expect(shown()).toEqual(['Processing your request...']);
    await act(async () => resolve(7));
    expect(shown()).toEqual(['Request completed successfully.']);
    await expect(result).resolves.toBe(7);
    pass(leaving + 1);
    expect(shown()).toEqual([]);
  });

  it.each([
    [new Error('The device is busy.'), 'The device is busy.'],
    [new Error(''), clientErrors.unknown_error],
    [undefined, 'An unknown error occurred.'],
  ])("[SPEC 8.5] error is the error message or 'An unknown error occurred.' (%s)", async (reason, text) => {
    const failing = Promise.reject(reason);
    await act(async () => void (await toastPromise(failing).catch(() => {})));
    expect(shown()).toEqual([text]);
  });
});
