import { canonicalZone, ownZone } from '@fairwatch/contract';
import type { Termux } from '../termux/termux.ts';

/**
 * Returns the time zone of the phone, such as `Europe/Berlin`. It is asked each time: the zone of the process stays what it was when
 * the process started, also when the phone travels.
 */
export async function readTimeZone(termux: Termux, signal?: AbortSignal): Promise<string> {
  try {
    const zone = (await termux.run('getprop', ['persist.sys.timezone'], { signal })).trim();
    return canonicalZone(zone) ?? ownZone();
  } catch {
    return ownZone();
  }
}
