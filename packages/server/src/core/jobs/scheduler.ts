import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Ends a job: it does not begin again. A run that is under way goes on. */
export type Stop = () => void;

/** A promise that rejects is logged, and does not keep the job from its next run. */
export type Job = () => unknown;

/**
 * Runs jobs later and again and again, and tells the time by which timeouts and rate limits are measured. Unlike the clock of the
 * rows it is never turned back. No job keeps the process alive.
 */
export interface Scheduler extends Clock {
  /** Runs a job once in this time. A job that may take longer must itself see to it that it does not run twice at once. */
  every(ms: number, job: Job): Stop;
  /** Runs a job once, after this time. */
  after(ms: number, job: Job): Stop;
}

export function createScheduler(log: Log<'scheduler.job_failed'>): Scheduler {
  async function run(job: Job): Promise<void> {
    try {
      await job();
    } catch (error) {
      log.error({ err: error, event: 'scheduler.job_failed' }, 'A scheduled job failed');
    }
  }
  return {
    now: () => Date.now(),
    every(ms, job) {
      const timer = setInterval(run, ms, job).unref();
      return () => clearInterval(timer);
    },
    after(ms, job) {
      const timer = setTimeout(run, ms, job).unref();
      return () => clearTimeout(timer);
    },
  };
}
