import { setTimeout as delay } from 'node:timers/promises';
import { readOnline, type Cluster } from '../core/cluster.ts';
import type { Fleet } from './fleet.ts';

/** How long devices were shown wrongly, in milliseconds. */
export interface PresenceTimes {
  /** The longest time that a device was shown as Online without a connection. */
  falselyOnlineMs: number;
  /** The longest time that a connected device was shown as Offline. */
  falselyOfflineMs: number;
}

const everyMs = 500;

/** Compares who is connected with who is shown as Online, twice a second, until stopped. */
export function watchPresence({ db }: Pick<Cluster, 'db'>, fleet: Fleet) {
  const watched = new Set(fleet.deviceIds);
  const times: PresenceTimes = { falselyOnlineMs: 0, falselyOfflineMs: 0 };
  const since = { online: new Map<number, number>(), offline: new Map<number, number>() };
  const stopping = new AbortController();

  async function look(): Promise<void> {
    // Read on both sides of the database, so that a device that comes or goes meanwhile counts as neither.
    const before = new Set((await fleet.state()).connected);
    const online = new Set((await readOnline(db)).filter((id) => watched.has(id)));
    const after = new Set((await fleet.state()).connected);
    const now = Date.now();
    for (const id of watched) {
      const isAway = !before.has(id) && !after.has(id);
      const isThere = before.has(id) && after.has(id);
      times.falselyOnlineMs = Math.max(times.falselyOnlineMs, note(since.online, id, online.has(id) && isAway, now));
      times.falselyOfflineMs = Math.max(
        times.falselyOfflineMs,
        note(since.offline, id, !online.has(id) && isThere, now),
      );
    }
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      // Without PostgreSQL nothing is shown to anybody.
      await look().catch(() => undefined);
      await delay(everyMs);
    }
  })();
  return {
    times,
    async stop(): Promise<PresenceTimes> {
      stopping.abort();
      await watching;
      return times;
    },
  };
}

/** Notes since when something is wrong with a device; returns for how long. */
function note(since: Map<number, number>, id: number, isWrong: boolean, now: number): number {
  if (!isWrong) {
    since.delete(id);
    return 0;
  }
  const first = since.get(id) ?? now;
  since.set(id, first);
  return now - first;
}
