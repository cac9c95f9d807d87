import type { Job, Scheduler, Stop } from '../core/jobs/scheduler.ts';

const minuteMs = 60_000;

/**
 * The scheduler of a server under test. Jobs that run once a minute or less often never run by themselves: on a slow machine that would
 * fall into the middle of a test. The test may hold the time, and run jobs itself.
 */
export interface TestScheduler extends Scheduler {
  /** Stops the time at this moment, which may be any. Timers go on: a job that runs finds the time that is held. */
  hold(at?: number): void;
  /** Moves the time that is held. */
  pass(ms: number): void;
  /** Lets the time go on. */
  release(): void;
  /** Runs every job once that is to run at least once in this time. */
  runJobs(withinMs: number): Promise<void>;
}

/** With `repeats: 'never'` no job runs again and again, however often it should: the test runs all of them. */
export function createTestScheduler({ repeats = 'often' }: { repeats?: 'often' | 'never' } = {}): TestScheduler {
  const jobs = new Set<{ everyMs: number; job: Job }>();
  let held: number | null = null;
  return {
    now: () => held ?? Date.now(),
    every(everyMs, job): Stop {
      const entry = { everyMs, job };
      jobs.add(entry);
      const timer = repeats === 'often' && everyMs < minuteMs ? setInterval(job, everyMs).unref() : undefined;
      return () => {
        clearInterval(timer);
        jobs.delete(entry);
      };
    },
    after(ms, job): Stop {
      const timer = setTimeout(job, ms).unref();
      return () => clearTimeout(timer);
    },
    hold: (at = Date.now()) => void (held = at),
    pass: (ms) => void (held = (held ?? Date.now()) + ms),
    release: () => void (held = null),
    async runJobs(withinMs) {
      await Promise.all([...jobs].filter(({ everyMs }) => everyMs <= withinMs).map(({ job }) => job()));
    },
  };
}

/** A scheduler without timers: time passes when the test says so, and every job that is due runs in its order. */
export interface ManualScheduler extends Scheduler {
  pass(ms: number): void;
  /** How many jobs wait. */
  readonly waiting: number;
}

export function createManualScheduler(): ManualScheduler {
  let now = 0;
  const jobs = new Set<{ at: number; everyMs: number | null; job: Job }>();

  function plan(ms: number, everyMs: number | null, job: Job): Stop {
    const entry = { at: now + ms, everyMs, job };
    jobs.add(entry);
    return () => void jobs.delete(entry);
  }

  return {
    now: () => now,
    every: (ms, job) => plan(ms, ms, job),
    after: (ms, job) => plan(ms, null, job),
    pass(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...jobs].sort((one, other) => one.at - other.at)[0];
        if (next === undefined || next.at > end) break;
        now = next.at;
        if (next.everyMs === null) jobs.delete(next);
        else next.at += next.everyMs;
        next.job();
      }
      now = end;
    },
    get waiting() {
      return jobs.size;
    },
  };
}
