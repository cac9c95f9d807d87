import { deleteEndedAttempts } from './attempt-limit.ts';
import type { Services } from './services.ts';
import { endExpiredSessions } from './session/sessions.ts';

const everyMs = 60_000;

/** Removes what has expired, once a minute. Returns the function that ends it. */
export function startHousekeeping(services: Services): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = keepHouse(services).catch((error: unknown) => services.log.error({ err: error }, 'housekeeping failed'));
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
