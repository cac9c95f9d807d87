import { expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createScheduler } from './scheduler.ts';

function scheduling() {
  const lines: string[] = [];
  return { lines, scheduler: createScheduler(createLog('info', { write: (line) => void lines.push(line) })) };
}

it.each([
  [
    'throws',
    () => {
      throw new Error('the disk is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the disk is full'))],
])('a job that %s is logged and runs again', async (_, fail) => {
  const { lines, scheduler } = scheduling();
  const stop = scheduler.every(1, fail);
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1));
  stop();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', event: 'scheduler.job_failed' });
  expect(lines[0]).toContain('the disk is full');
});

it('a job that was stopped does not run any more', async () => {
  const { lines, scheduler } = scheduling();
  const job = vi.fn<() => void>();
  for (const stop of [scheduler.every(1, job), scheduler.after(0, job)]) stop();
  await new Promise<void>((resolve) => scheduler.after(20, resolve));
  expect(job).not.toHaveBeenCalled();
  expect(lines).toEqual([]);
});
