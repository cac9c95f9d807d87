import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../mount-for-test.tsx';
import { RelativeTime } from './relative-time.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('updates while it is mounted', () => {
  const { box } = mount(<RelativeTime at="2026-11-15T11:59:00Z" />);
  expect(box.textContent).toBe('1 minute ago');
  act(() => vi.advanceTimersByTime(60_000));
  expect(box.textContent).toBe('2 minutes ago');
});

it('has the exact time as an attribute and is focusable', () => {
  const { box } = mount(<RelativeTime at="2026-11-15T11:59:00Z" />);
  const time = box.querySelector('time');
  expect(time?.dateTime).toBe('2026-11-15T11:59:00Z');
  expect(time?.tabIndex).toBe(0);
});

it('shows an invalid time unchanged', () => {
  expect(mount(<RelativeTime at="yesterday-ish" />).box.textContent).toBe('yesterday-ish');
});
