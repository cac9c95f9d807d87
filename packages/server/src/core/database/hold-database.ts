import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

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

/** Brings the database back whenever it is lost, as often as it takes. Ends with `stop`, which gives what is held. */
export function holdDatabase<Held extends Hold>({ first, regain, log }: Holding<Held>) {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));

  async function hold(): Promise<Held | null> {
    for (let held = first; ;) {
      await Promise.race([held.lost, stopped]);
      if (stopping.signal.aborted) return held;
      log?.warn('PostgreSQL has ended; it is brought back');
      const again = await regainPatiently();
      if (again === null) return null;
      held = again;
      log?.warn('PostgreSQL is back');
    }
  }

  async function regainPatiently(): Promise<Held | null> {
    for (let pause = shortestPauseMs; !stopping.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        return await regain();
      } catch (error) {
        log?.error({ err: error }, 'PostgreSQL could not be brought back yet');
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return null;
  }

  const held = hold();
  return {
    async stop(): Promise<Held | null> {
      stopping.abort();
      return await held;
    },
  };
}
