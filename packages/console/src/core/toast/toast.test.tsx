import { clientErrors } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { mount } from '../components/mount-for-test.tsx';
import { serverReach } from '../connection/server-reach.ts';
import { toast, Toaster, toastPromise } from './toast.tsx';

/** The texts of the visible toasts, newest first. */
function visibleToasts(): string[] {
  const toasts = document.querySelectorAll('[data-type]:not([data-leaving])');
  return [...toasts].map((element) => element.textContent ?? '');
}

function advance(ms: number): void {
  act(() => vi.advanceTimersByTime(ms));
}

/** Dispatches a mouse event on the newest toast. */
function dispatchMouse(type: string): void {
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
    advance(3999);
    expect(visibleToasts()).toEqual(['hello']);
    advance(2);
    expect(visibleToasts()).toEqual([]);
  });

  it('[SPEC 9.7] success toasts stay 2000 ms', () => {
    act(() => void toast.success('saved'));
    advance(1999);
    expect(visibleToasts()).toEqual(['saved']);
    advance(2);
    expect(visibleToasts()).toEqual([]);
  });

  it('pause while the pointer moves over them, but not under a pointer that rests where they appear', () => {
    act(() => void toast.success('saved'));
    dispatchMouse('mouseover');
    advance(2001);
    expect(visibleToasts()).toEqual([]);
    act(() => void toast.success('read me'));
    dispatchMouse('mousemove');
    advance(9000);
    expect(visibleToasts()).toEqual(['read me']);
    dispatchMouse('mouseout');
    advance(2001);
    expect(visibleToasts()).toEqual([]);
  });

  it('close after the maximum pause even when the pointer stays over them', () => {
    act(() => void toast.success('in the way'));
    for (let second = 0; second < 14; second += 1) {
      dispatchMouse('mousemove');
      advance(1000);
    }
    expect(visibleToasts()).toEqual([]);
    act(() => void toast.success('the next'));
    dispatchMouse('mousemove');
    advance(5000);
    expect(visibleToasts()).toEqual(['the next']);
    dispatchMouse('mouseout');
  });

  it('[SPEC 9.8] loading toasts stay without limit', () => {
    act(() => void toast.loading('working'));
    advance(24 * 60 * 60 * 1000);
    expect(visibleToasts()).toEqual(['working']);
  });

  it('[SPEC 9.9] at most 20 at once, the newest of them', () => {
    act(() => {
      for (let number = 1; number <= 25; number += 1) toast(`toast ${number}`);
    });
    expect(visibleToasts()).toHaveLength(20);
    expect(visibleToasts()[0]).toBe('toast 25');
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
    expect(visibleToasts()).toEqual(['Processing your request...']);
    await act(async () => resolve(7));
    expect(visibleToasts()).toEqual(['Request completed successfully.']);
    await expect(result).resolves.toBe(7);
    advance(2001);
    expect(visibleToasts()).toEqual([]);
  });

  it.each([
    [new Error('The device is busy.'), 'The device is busy.'],
    [new Error(''), clientErrors.unknown_error],
    [undefined, 'An unknown error occurred.'],
  ])("[SPEC 8.5] error is the error message or 'An unknown error occurred.' (%s)", async (reason, text) => {
    const failing = Promise.reject(reason);
    await act(async () => void (await toastPromise(failing).catch(() => {})));
    expect(visibleToasts()).toEqual([text]);
  });

  it.each([
    ['made while the server was away', true, 'Nothing was done.'],
    ['that broke', false, 'Whether it was done shows once the server answers.'],
  ])('says what became of a request %s', async (_which, isAway, text) => {
    const stop = serverReach.watch(
      async () => !isAway,
      () => undefined,
    );
    onTestFinished(stop);
    await serverReach.check();
    const failing = Promise.reject(new ApiError(clientErrors.socket_unreachable, 0));
    await act(async () => void (await toastPromise(failing).catch(() => {})));
    expect(visibleToasts()).toEqual([`${clientErrors.socket_unreachable} ${text}`]);
  });
});
