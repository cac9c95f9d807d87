import { expect, it } from 'vitest';
import type { AnswerStage } from './answers/answer-stage.ts';
import { mergeEvents, type CommandEvent } from './command-events.ts';

const of = { commandId: 1, deviceId: 2 };
const failed = (epoch: number | null, reason: string): CommandEvent => ({ ...of, kind: 'failed', epoch, reason });
const answer = { sentAt: 10, runningAt: 20 } as AnswerStage;

it('of two ends of a command the first counts', () => {
  expect(mergeEvents([failed(1, 'first'), failed(1, 'second')])).toMatchObject([
    { epoch: 1, failed: { kind: 'failed', reason: 'first' } },
  ]);
  expect(mergeEvents([failed(null, 'first'), failed(1, 'second')])).toMatchObject([
    { epoch: null, failed: { kind: 'failed', reason: 'first' } },
  ]);
});

it('an end from before another server had the device gives way to one from after it', () => {
  const late: CommandEvent = { ...of, kind: 'finished', epoch: 3, answer };
  expect(mergeEvents([failed(1, 'stale'), late])).toMatchObject([{ epoch: 3, failed: null, answer, sentAt: 10 }]);
  expect(mergeEvents([late, failed(1, 'stale')])).toMatchObject([{ epoch: 3, failed: null, answer }]);
});

it('an end keeps its own epoch when the command is sent again after it', () => {
  const again: CommandEvent = { ...of, kind: 'sent', epoch: 3, at: 30 };
  expect(mergeEvents([failed(1, 'stale'), again])).toMatchObject([
    { epoch: 1, failed: { kind: 'failed', reason: 'stale' } },
  ]);
  expect(mergeEvents([{ ...again, epoch: 1 }, again])).toMatchObject([{ epoch: 3, failed: null, answer: null }]);
});
