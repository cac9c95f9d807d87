import { collectWords } from '@fairwatch/device/words';
import type { FoundEvent } from '@fairwatch/device/core';
// Not by the core's index: the thread would load all of it.
import { calendarMaxBytes, parseCalendar } from '@fairwatch/device/core/calendar';
import { open } from 'node:fs/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** How long a calendar may take, on a slow phone too. It counts from when the thread has started, which takes a while itself. */
const withinMs = 30_000;
const startsWithinMs = 60_000;
/** A rule may also fill the memory. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };
const taskName = 'fairwatch-calendar';

type Answer = 'ready' | { events: FoundEvent[] } | { problem: string };

interface Task {
  task: typeof taskName;
  text: string;
}

/**
 * Reads the events of an .ics file in a thread of its own, which is ended after a time limit and when the command is cancelled, since some
 * rules never end. The thread runs this same file, or the whole program where the build has put all files together: `main.ts` loads this one
 * in a thread.
 */
export async function readCalendarFile(file: string, signal?: AbortSignal, limitMs = withinMs): Promise<FoundEvent[]> {
  const data: Task = { task: taskName, text: await readText(file) };
  signal?.throwIfAborted();
  const worker = new Worker(new URL(import.meta.url), { workerData: data, resourceLimits });
  const over = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(collectWords('calendar.tooSlow')));
      let timer = setTimeout(giveUp, startsWithinMs);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
      worker.on('message', (answer: Answer) => {
        // The command was cancelled meanwhile.
        if (over.signal.aborted) return;
        if (answer === 'ready') {
          clearTimeout(timer);
          timer = setTimeout(giveUp, limitMs);
        } else if ('events' in answer) resolve(answer.events);
        else reject(new Error(answer.problem));
      });
      worker.once('error', (error) => reject(new Error(collectWords('calendar.unreadable'), { cause: error })));
      worker.once('exit', () => reject(new Error(collectWords('calendar.unreadable'))));
    });
  } finally {
    over.abort();
    await worker.terminate();
  }
}

/** Reads no more than the largest calendar, even from a file that never ends. */
async function readText(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new Error(collectWords('calendar.gone'), { cause: error });
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(collectWords('calendar.noFile'));
    if (stat.size > calendarMaxBytes) {
      throw new Error(collectWords('calendar.tooLarge'));
    }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(stat.size), 0, stat.size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function answer({ text }: Task): Exclude<Answer, 'ready'> {
  try {
    return { events: parseCalendar(text, new Date()) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

if (!isMainThread && (workerData as Partial<Task> | null)?.task === taskName) {
  /* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin to name */
  parentPort?.postMessage('ready' satisfies Answer);
  parentPort?.postMessage(answer(workerData as Task));
}
