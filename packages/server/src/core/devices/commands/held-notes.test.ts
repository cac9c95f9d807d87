import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CommandNote } from './command-notes.ts';
import { createHeldNotes } from './held-notes.ts';

const sent = (commandId: number) => ({ kind: 'sent', commandId, deviceId: 1, at: 0 }) as const;
const running = (commandId: number) => ({ kind: 'running', commandId, deviceId: 1, at: 0 }) as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function holding() {
  const written: CommandNote[] = [];
  return { written, held: createHeldNotes((note) => written.push(note)) };
}

it('a step on the way is written after a moment, with those that followed it', () => {
  const { written, held } = holding();
  held.hold(sent(1));
  held.hold(running(1));
  expect(written).toEqual([]);
  vi.runAllTimers();
  expect(written).toEqual([sent(1), running(1)]);
  expect(vi.getTimerCount()).toBe(0);
});

it('is given to the end of its command when that comes first, and not written twice', () => {
  const { written, held } = holding();
  held.hold(sent(1));
  held.hold(sent(2));
  expect(held.take(1)).toEqual([sent(1)]);
  expect(held.take(1)).toEqual([]);
  vi.runAllTimers();
  expect(written).toEqual([sent(2)]);
});

it('each has its own moment', () => {
  const { written, held } = holding();
  held.hold(sent(1));
  vi.advanceTimersByTime(30);
  held.hold(sent(2));
  vi.advanceTimersByTime(30);
  expect(written).toEqual([sent(1)]);
  vi.runAllTimers();
  expect(written).toEqual([sent(1), sent(2)]);
});

it('a server that stops waits for none', () => {
  const { written, held } = holding();
  held.hold(sent(1));
  held.release();
  expect(written).toEqual([sent(1)]);
  expect(vi.getTimerCount()).toBe(0);
});
