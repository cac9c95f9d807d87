import { expect, it } from 'vitest';
import { createManualScheduler } from '../../../testing/test-scheduler.ts';
import type { CommandEvent } from '../command-events.ts';
import { createStepBuffer } from './step-buffer.ts';

const sent = (commandId: number) => ({ kind: 'sent', commandId, deviceId: 1, epoch: 1, at: 0 }) as const;
const running = (commandId: number) => ({ kind: 'running', commandId, deviceId: 1, epoch: 1, at: 0 }) as const;

function createBuffer() {
  const written: CommandEvent[] = [];
  const scheduler = createManualScheduler();
  return { written, scheduler, buffer: createStepBuffer(scheduler, (step) => written.push(step)) };
}

it('an intermediate step is written after a delay, with those that followed it', () => {
  const { written, scheduler, buffer } = createBuffer();
  buffer.add(sent(1));
  buffer.add(running(1));
  expect(written).toEqual([]);
  scheduler.pass(100);
  expect(written).toEqual([sent(1), running(1)]);
  expect(scheduler.waiting).toBe(0);
});

it('a buffered step is written with the end of its command when that comes first, and not twice', () => {
  const { written, scheduler, buffer } = createBuffer();
  buffer.add(sent(1));
  buffer.add(sent(2));
  expect(buffer.take(1)).toEqual([sent(1)]);
  expect(buffer.take(1)).toEqual([]);
  scheduler.pass(100);
  expect(written).toEqual([sent(2)]);
});

it('each command has its own delay', () => {
  const { written, scheduler, buffer } = createBuffer();
  buffer.add(sent(1));
  scheduler.pass(30);
  buffer.add(sent(2));
  scheduler.pass(30);
  expect(written).toEqual([sent(1)]);
  scheduler.pass(100);
  expect(written).toEqual([sent(1), sent(2)]);
});

it('a flush writes all steps at once', () => {
  const { written, scheduler, buffer } = createBuffer();
  buffer.add(sent(1));
  buffer.flush();
  expect(written).toEqual([sent(1)]);
  expect(scheduler.waiting).toBe(0);
});
