import type { Termux } from '../termux/termux.ts';

/** Keeps the phone awake for the connection. Only taken when the person chose it, because it costs battery. */
export interface WakeLock {
  /** Takes or releases the lock; does nothing when it is so already. Resolves with the problem, or with null. */
  set(isWanted: boolean): Promise<string | null>;
}

export function createWakeLock(termux: Termux): WakeLock {
  let isHeld = false;
  return {
    async set(isWanted) {
      if (isHeld === isWanted) return null;
      try {
        await termux.run(isWanted ? 'termux-wake-lock' : 'termux-wake-unlock', []);
        isHeld = isWanted;
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
