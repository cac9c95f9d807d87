import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { testJobs } from '../../testing/test-jobs.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { lockKeys } from '../database/lock-keys.ts';
import { whileAlone } from '../database/while-alone.ts';

const server = useTestServer();

/** A task that takes until the test ends it. */
function createTask() {
  const held: PromiseWithResolvers<void>[] = [];
  const run = vi.fn<(signal: AbortSignal) => Promise<void>>(() => {
    const each = Promise.withResolvers<void>();
    held.push(each);
    return each.promise;
  });
  return {
    run,
    async end(error?: Error): Promise<void> {
      const each = held.shift();
      if (error) each?.reject(error);
      else each?.resolve();
      await setImmediate();
    },
  };
}

describe('a job', () => {
  it('never runs twice at once, and once more for all triggers during a run', async () => {
    const { jobs } = testJobs();
    const { run, end } = createTask();
    const job = jobs.start({ name: 'test', run });
    job.trigger();
    job.trigger();
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(1);
    for (let trigger = 0; trigger < 5; trigger += 1) job.trigger();
    await end();
    expect(run).toHaveBeenCalledTimes(2);
    await end();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('waits for more triggers, and keeps its distance from the run before', async () => {
    const { jobs, scheduler } = testJobs();
    const run = vi.fn<() => void>();
    const job = jobs.start({ name: 'test', run, gatherMs: 200, atMostEveryMs: 1000 });
    const pass = async (ms: number) => {
      scheduler.pass(ms);
      await setImmediate();
      return run.mock.calls.length;
    };
    job.trigger();
    expect(await pass(150)).toBe(0);
    job.trigger();
    expect(await pass(50)).toBe(1);
    job.trigger();
    expect(await pass(999)).toBe(1);
    expect(await pass(1)).toBe(2);
    expect(await pass(10_000)).toBe(2);
  });

  it('runs at once for whoever does not wait, and then not again for the triggers before', async () => {
    const { jobs, scheduler } = testJobs();
    const run = vi.fn<() => void>();
    const job = jobs.start({ name: 'test', run, gatherMs: 200 });
    job.trigger();
    await job.runNow();
    expect(run).toHaveBeenCalledTimes(1);
    scheduler.pass(1000);
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs again and again, also after a failure, which is logged with its event and counted', async () => {
    const { jobs, scheduler, lines } = testJobs();
    let runs = 0;
    jobs.start({
      name: 'test',
      everyMs: 1000,
      failure: 'runs.feed_failed',
      run() {
        runs += 1;
        if (runs === 1) throw new Error('the disk is full');
      },
    });
    for (let time = 0; time < 3; time += 1) {
      scheduler.pass(1000);
      await setImmediate();
    }
    expect(runs).toBe(3);
    expect(jobs.figures()).toMatchObject([{ name: 'test', runs: 3, failures: 1 }]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'runs.feed_failed', job: 'test', level: 'error' });
  });

  it('is tried again after a failure, if it wants to', async () => {
    const { jobs, scheduler } = testJobs();
    const run = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('down')));
    const job = jobs.start({ name: 'test', run, retryMs: 2000 });
    await job.runNow();
    scheduler.pass(1999);
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(1);
    scheduler.pass(1);
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('that is closed ends its run, which is waited for, and does not run again', async () => {
    const { jobs, scheduler } = testJobs();
    const { run, end } = createTask();
    const job = jobs.start({ name: 'test', run, everyMs: 1000 });
    job.trigger();
    await setImmediate();
    job.trigger();
    let isClosed = false;
    const closed = jobs.close().then(() => (isClosed = true));
    await setImmediate();
    expect(run.mock.calls[0]?.[0].aborted).toBe(true);
    expect(isClosed).toBe(false);
    await end();
    await closed;
    job.trigger();
    scheduler.pass(5000);
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(1);
    expect(scheduler.waiting).toBe(0);
  });

  it('that runs once over all servers is left out while another server runs it', async () => {
    const { db, jobs } = server.services;
    const run = vi.fn<() => void>();
    const job = jobs.start({ name: 'test', run, onceOverAll: lockKeys.anchors });
    await whileAlone(db, lockKeys.anchors, async () => await job.runNow());
    expect(run).not.toHaveBeenCalled();
    await job.runNow();
    expect(run).toHaveBeenCalledTimes(1);
    await job.close();
  });
});
