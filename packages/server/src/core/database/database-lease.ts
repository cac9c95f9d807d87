import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { CoreLogEvent } from '../log-events.ts';
import { DatabaseTaken } from './embedded/server-lock.ts';

/** The right of this server to use the database. */
export interface DatabaseLease {
  /** Resolves when PostgreSQL or the lock's connection has ended. */
  lost: Promise<void>;
}

interface LeaseOptions<Lease extends DatabaseLease> {
  first: Lease;
  /** Restarts PostgreSQL where it is embedded, and locks the database again. */
  regain(): Promise<Lease>;
  log?: Log<CoreLogEvent>;
}

const shortestPauseMs = 100;
const longestPauseMs = 5000;

/**
 * Renews the lease whenever it is lost, with exponential backoff and without a limit of tries. Gives up only when another server
 * has taken the database. `stop` ends it and returns the current lease; null when there is none.
 */
export function keepDatabaseLease<Lease extends DatabaseLease>({ first, regain, log }: LeaseOptions<Lease>) {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const taken = Promise.withResolvers<DatabaseTaken>();
  let isHeld = true;

  async function renewUntilStopped(): Promise<Lease | null> {
    for (let lease = first; ;) {
      await Promise.race([lease.lost, stopped]);
      if (stopping.signal.aborted) return lease;
      isHeld = false;
      log?.warn({ event: 'database.lost' }, 'PostgreSQL has ended; it is brought back');
      const again = await retryRegain();
      if (again === null) return null;
      lease = again;
      isHeld = true;
      log?.warn({ event: 'database.regained' }, 'PostgreSQL is back');
    }
  }

  async function retryRegain(): Promise<Lease | null> {
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

  const last = renewUntilStopped();
  return {
    /** False while the lease is lost. Nothing may be written then, because another server may have the database. */
    isHeld: () => isHeld,
    /** Resolves when another server has taken the database, after which the lease is not renewed. */
    taken: taken.promise,
    async stop(): Promise<Lease | null> {
      stopping.abort();
      return await last;
    },
  };
}
