import type { Kysely } from 'kysely';
import { whileAlone } from '../database/while-alone.ts';
import type { Log } from '../log.ts';
import type { Scheduler, Stop } from './scheduler.ts';

/** What a job does, and when. It never runs twice at once. */
export interface JobDefinition<Event extends string> {
  /** Names the job in the log and the metrics: a fixed word, never that of a person or device. */
  name: string;
  /** `signal` aborts when the job is closed. */
  run(signal: AbortSignal): unknown;
  /** Runs it this often without a trigger. */
  everyMs?: number;
  /** How long a trigger waits for more, which share its run; 0 for those of the same turn of the event loop. Without it, it runs at once. */
  gatherMs?: number;
  /** The shortest time between the starts of two triggered runs. */
  atMostEveryMs?: number;
  /** Triggers it again this long after a failure. Without it, a failed job waits for its next trigger. */
  retryMs?: number;
  /** A key of `lock-keys.ts`: a run is left out while another server runs the same job. */
  onceOverAll?: number;
  /** The event with which a failure is logged. */
  failure?: Event;
}

export interface Job {
  /** Runs the job soon. A trigger during a run makes one more run after it. */
  trigger(): void;
  /** Runs the job without waiting, or right after the current run. Resolves after that run, also when it failed. */
  runNow(): Promise<void>;
  /** Ends the job: it does not run again, whatever triggered it. Resolves after the current run. */
  close(): Promise<void>;
}

/** What the runs of a job add up to since the start. */
export interface JobFigures {
  name: string;
  runs: number;
  failures: number;
  seconds: number;
}

/** Everything that a server does by itself: again and again, or soon after something happened. */
export interface Jobs<Event extends string> {
  start(definition: JobDefinition<Event>): Job;
  figures(): readonly JobFigures[];
  /** Closes the jobs that are still open. */
  close(): Promise<void>;
}

interface Parts<Schema, Event extends string> {
  db: Kysely<Schema>;
  log: Log<Event | 'scheduler.job_failed'>;
  scheduler: Scheduler;
}

/** A failure is logged and counted. It ends neither its job nor another one. */
export function createJobs<Schema, Event extends string>({ db, log, scheduler }: Parts<Schema, Event>): Jobs<Event> {
  const open = new Set<Job>();
  const figures = new Map<string, JobFigures>();

  function start(definition: JobDefinition<Event>): Job {
    const { name, everyMs, gatherMs, atMostEveryMs = 0, retryMs, onceOverAll } = definition;
    const closing = new AbortController();
    const { signal } = closing;
    const figure = figures.get(name) ?? { name, runs: 0, failures: 0, seconds: 0 };
    figures.set(name, figure);
    let startedAt = Number.NEGATIVE_INFINITY;
    /** Resolves after every run that was asked for so far. */
    let last: Promise<void> = Promise.resolve();
    /** True while a run was asked for that has not started: it serves whoever asks meanwhile. */
    let isWaiting = false;
    let isRunning = false;
    let isTriggered = false;
    let stopTimer: Stop | null = null;

    async function run(): Promise<void> {
      isWaiting = false;
      if (signal.aborted) return;
      stopTimer?.();
      stopTimer = null;
      isTriggered = false;
      isRunning = true;
      startedAt = scheduler.now();
      const begunAt = performance.now();
      try {
        if (onceOverAll === undefined) await definition.run(signal);
        else await whileAlone(db, onceOverAll, async () => void (await definition.run(signal)));
      } catch (error) {
        figure.failures += 1;
        const { failure = 'scheduler.job_failed' as const } = definition;
        log.error({ err: error, event: failure, job: name }, 'A job failed');
        if (retryMs !== undefined) plan(retryMs);
      }
      figure.runs += 1;
      figure.seconds += (performance.now() - begunAt) / 1000;
      isRunning = false;
      if (isTriggered) trigger();
    }

    function runNow(): Promise<void> {
      if (!isWaiting) last = last.then(run);
      isWaiting = true;
      return last;
    }

    function plan(ms: number): void {
      if (!signal.aborted) stopTimer ??= scheduler.after(ms, runNow);
    }

    function trigger(): void {
      isTriggered = true;
      if (isRunning || isWaiting) return;
      const pauseMs = startedAt + atMostEveryMs - scheduler.now();
      if (gatherMs === undefined && pauseMs <= 0) void runNow();
      else plan(Math.max(gatherMs ?? 0, pauseMs));
    }

    const stopRepeating = everyMs === undefined ? null : scheduler.every(everyMs, runNow);
    const job: Job = {
      trigger,
      runNow,
      async close() {
        open.delete(job);
        closing.abort();
        stopRepeating?.();
        stopTimer?.();
        await last;
      },
    };
    open.add(job);
    return job;
  }

  return {
    start,
    figures: () => [...figures.values()],
    close: async () => void (await Promise.all([...open].map((job) => job.close()))),
  };
}
