import { limits } from '@fairwatch/contract';
import { sleep, type WatchPosition } from '@fairwatch/device/core';
import type { Termux } from '../../core/termux/termux.ts';
import { findPosition, isFinal, type Provider } from './find-position.ts';

/** For live location an older position is no position. */
const lastAgeMs = 60_000;
/** After a round without a fix the receiver is left alone for so many rounds: searching costs the most battery. */
const roundsWithoutGps = 5;

interface Waiting {
  now?: () => Date;
  /** Waits so many milliseconds. */
  wait?: typeof sleep;
}

/**
 * Follows where the phone is, for live location: one position after the other, never two programs at a time, and no more often than a device
 * may send a point. Stopping kills the program that is under way. After the first position only a missing permission ends it: in a tunnel
 * there is none for a while.
 */
export function watchTermuxPosition(
  termux: Termux,
  { now = () => new Date(), wait = sleep }: Waiting = {},
): WatchPosition {
  return (onPosition, onFailed) => {
    const stop = new AbortController();
    const { signal } = stop;

    async function follow(): Promise<void> {
      let isFound = false;
      let gpsRests = 0;
      while (!signal.aborted) {
        const begin = now().getTime();
        const from: readonly Provider[] = gpsRests > 0 ? ['network'] : ['gps', 'network'];
        gpsRests -= 1;
        try {
          const { latitude, longitude, accuracy, at, provider } = await findPosition(termux, {
            signal,
            from,
            lastAgeMs,
            now,
          });
          if (signal.aborted) return;
          isFound = true;
          if (provider !== 'gps' && gpsRests < 0) gpsRests = roundsWithoutGps;
          onPosition({ latitude, longitude, accuracy, at });
        } catch (error) {
          if (signal.aborted) return;
          if (!isFound || isFinal(error)) return onFailed(error instanceof Error ? error.message : String(error));
        }
        await wait(Math.max(0, begin + limits.liveLocation.everyMs - now().getTime()), signal);
      }
    }

    follow().catch((error: unknown) => {
      if (!signal.aborted) onFailed(error instanceof Error ? error.message : String(error));
    });
    return () => stop.abort(new Error('The live location has ended.'));
  };
}
