import { deleteEndedAttempts } from './attempt-limit.ts';
import { applyRetention } from './devices/retention.ts';
import type { RowTable } from './devices/row-table.ts';
import type { Services } from './services.ts';
import { endExpiredSessions } from './session/sessions.ts';

const everyMs = 60_000;

/** Removes what has expired, once a minute. Returns the function that ends it. */
export function startHousekeeping(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const stopping = new AbortController();
  const stops = [
    // Apart, because a large deletion takes its time and sessions must not wait for it.
    repeat(services, () => keepHouse(services)),
    repeat(services, () => applyRetention(services, tables, { signal: stopping.signal })),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs a task once a minute, unless its last run still goes on. Returns the function that ends it. */
function repeat({ log }: Services, task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= task()
      .catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
      .finally(() => (running = null));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One round of it. */
export async function keepHouse(services: Services): Promise<void> {
  await endExpiredSessions(services);
  await deleteEndedAttempts(services.db);
}
