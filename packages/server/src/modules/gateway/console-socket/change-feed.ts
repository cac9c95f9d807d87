import type { Services } from '../../../shared/services/services.ts';

/** The shortest time between two messages. */
const sendEveryMs = 250;

/** Throttles changes: the first is sent at once, later ones at most a few times a second, each key once. */
export function createChangeFeed<Change>(
  { jobs }: Pick<Services, 'jobs'>,
  name: string,
  send: (changes: readonly Change[]) => void,
) {
  const waiting = new Map<string, Change>();
  const sending = jobs.start({
    name,
    gatherMs: 0,
    atMostEveryMs: sendEveryMs,
    run() {
      const changes = Array.from(waiting.values());
      waiting.clear();
      send(changes);
    },
  });
  return {
    add(key: string, change: Change): void {
      waiting.set(key, change);
      sending.trigger();
    },
    close: sending.close,
  };
}
