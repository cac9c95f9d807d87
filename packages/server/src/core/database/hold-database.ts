import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseTaken } from './server-lock.ts';

/** A database that is there, with our mark on it. */
export interface Hold {
  /** Settles when it is there no more. */
  lost: Promise<void>;
}

interface Holding<Held extends Hold> {
  first: Held;
  /** Brings it back. */
  regain(): Promise<Held>;
  log?: Pick<Logger, 'warn' | 'error'>;
}

const shortestPauseMs = 100;
const longestPauseMs = 5000;

/**
 * Brings the database back whenever it is lost, as often as it takes, unless another server has taken it meanwhile. Ends with
 * `stop`, which gives what is held.
 */
export function holdDatabase<Held extends Hold>({ first, regain, log }: Holding<Held>) {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const taken = Promise.withResolvers<DatabaseTaken>();
  let isHeld = true;

  async function hold(): Promise<Held | null> {
    for (let held = first; ;) {
      await Promise.race([held.lost, stopped]);
      if (stopping.signal.aborted) return held;
      isHeld = false;
      log?.warn({ event: 'database.lost' }, 'PostgreSQL has ended; it is brought back');
      const again = await regainPatiently();
      if (again === null) return null;
      held = again;
      isHeld = true;
      log?.warn({ event: 'database.regained' }, 'PostgreSQL is back');
    }
  }

  async function regainPatiently(): Promise<Held | null> {
    for (let pause = shortestPauseMs; !stopping.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        return await regain();
      } catch (error) {
        if (error instanceof DatabaseTaken) {
          taken.resolve(error);
          return null;
        }
        log?.error({ err: error, event: 'database.regain_failed' }, 'PostgreSQL could not be brought back yet');
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return null;
  }

  const held = hold();
  return {
    /** False from the moment it is lost until it is ours again: nobody may write to it in between. */
    isHeld: () => isHeld,
    /** Settles when another server has taken it, and it will not be brought back. */
    taken: taken.promise,
    async stop(): Promise<Held | null> {
      stopping.abort();
      return await held;
    },
  };
}
