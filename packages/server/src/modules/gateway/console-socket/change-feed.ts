import type { Scheduler, Stop } from '../../../core/jobs/scheduler.ts';

/** The shortest time between two messages. */
const sendEveryMs = 250;

/** Throttles changes: the first is sent at once, later ones at most a few times a second, each key once. */
export function createChangeFeed<Change>(scheduler: Scheduler, send: (changes: readonly Change[]) => void) {
  const waiting = new Map<string, Change>();
  let stop: Stop | undefined;
  let sentAt = 0;

  function flush(): void {
    stop = undefined;
    sentAt = scheduler.now();
    const changes = Array.from(waiting.values());
    waiting.clear();
    send(changes);
  }

  return {
    add(key: string, change: Change): void {
      waiting.set(key, change);
      stop ??= scheduler.after(Math.max(0, sentAt + sendEveryMs - scheduler.now()), flush);
    },
    close(): void {
      stop?.();
    },
  };
}
