import { limits, type DeviceFrame } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import type { Answer } from './command-runner.ts';
import { sendAnswer } from './send-answer.ts';

/** What is sent over a connection that breaks after so many frames. */
async function said(answer: Answer, { breaksAfter = Infinity, signal = new AbortController().signal } = {}) {
  const frames: DeviceFrame[] = [];
  const send = async (frame: DeviceFrame) => {
    if (frames.length >= breaksAfter) return false;
    frames.push(frame);
    return true;
  };
  await sendAnswer({ send }, 7, answer, signal);
  return frames;
}

const rows = (count: number) => Array.from({ length: count }, (_, place) => ({ key: String(place) }));

it('sends rows in numbered batches, and how many there were', async () => {
  const frames = await said({ rows: rows(limits.device.rowsPerBatch + 1) });
  expect(frames).toMatchObject([
    { type: 'rows', batch: 0 },
    { type: 'rows', batch: 1 },
    { type: 'result', commandId: 7, batches: 2 },
  ]);
});

it('says which files of several failed', async () => {
  const problems = [{ index: 1, reason: 'It is gone.' }];
  expect(await said({ rows: [], problems })).toEqual([{ type: 'result', commandId: 7, batches: 0, problems }]);
  expect(await said({ rows: [] })).toEqual([{ type: 'result', commandId: 7, batches: 0 }]);
});

it('says whether the person declined, and nothing when they did not answer', async () => {
  const failed = 'The person declined.';
  expect(await said({ failed, declined: true })).toEqual([
    { type: 'failed', commandId: 7, reason: failed, declined: true },
  ]);
  expect(await said('unanswered')).toEqual([]);
});

it('says why there are none', async () => {
  expect(await said({ failed: 'x'.repeat(5000) })).toEqual([
    { type: 'failed', commandId: 7, reason: 'x'.repeat(1000) },
  ]);
});

it('fails a command with a row that is too large for a frame, instead of being disconnected for it', async () => {
  const large = { key: 'large', text: 'x'.repeat(limits.device.maxFrameBytes) };
  expect(await said({ rows: [large] })).toEqual([
    { type: 'failed', commandId: 7, reason: 'One of the rows is too large to be sent.' },
  ]);
});

it('sends nothing of what was cancelled, and nothing more once the connection broke', async () => {
  expect(await said('cancelled')).toEqual([]);
  expect(await said({ rows: rows(1) }, { signal: AbortSignal.abort() })).toEqual([]);
  expect(await said({ rows: rows(limits.device.rowsPerBatch + 1) }, { breaksAfter: 1 })).toHaveLength(1);
});
