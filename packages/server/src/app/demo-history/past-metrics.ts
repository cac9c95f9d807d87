import { recordActive } from '../../modules/devices/dashboard/active-users.store.ts';
import { insertSamples, type NewSample } from '../../modules/devices/dashboard/system-samples.store.ts';
import { readMachine } from '../../modules/devices/dashboard/system-samples.ts';
import type { PastServer } from './past-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How many of ten people use their phone, for each hour of the day. */
const awake = [2, 1, 1, 1, 1, 2, 5, 8, 9, 9, 9, 9, 10, 9, 9, 9, 9, 10, 10, 9, 8, 7, 5, 3];

/** Generates the data of the dashboard's charts. */
export interface PastMetrics {
  /** Records the active users of each hour and the server's samples between two times. */
  record(from: Date, to: Date, deviceIds: ReadonlyMap<number, number>): Promise<void>;
}

/** `end` is the end of the history. Samples become denser towards it. */
export function createPastMetrics({ services, traffic }: PastServer, end: Date): PastMetrics {
  let uploaded = 0;
  let before = traffic.total();
  services.bus.subscribe('fileStored', ({ size }) => void (uploaded += size));

  /** The traffic since the last call. */
  function takeTraffic() {
    const now = traffic.total();
    const since = { received: now.received - before.received, sent: now.sent - before.sent, uploaded };
    before = now;
    uploaded = 0;
    return since;
  }

  async function sample(from: number, to: number): Promise<void> {
    const times: number[] = [];
    for (let at = from; at < to; at += stepAt(end.getTime() - at)) times.push(at);
    if (times.length === 0) return;
    const machine = await readMachine(services.config.dataDir);
    // The first sample gets all traffic since the last event; the others are idle.
    const quiet = { received: 0, sent: 0, uploaded: 0 };
    const flow = takeTraffic();
    const sampleAt = (at: number, place: number): NewSample => ({
      ...machine,
      ...(place === 0 ? flow : quiet),
      sampled_at: new Date(at),
      server: services.server.name,
    });
    await insertSamples(services.db, times.map(sampleAt));
  }

  return {
    async record(from, to, deviceIds) {
      const first = Math.floor(from.getTime() / hourMs) + 1;
      const last = Math.floor(to.getTime() / hourMs);
      for (let hour = first; hour <= last; hour += 1) {
        const at = new Date(hour * hourMs);
        const present = [...deviceIds].filter(([place]) => isAwake(place, at)).map(([, deviceId]) => deviceId);
        if (present.length > 0) await recordActive(services.db, present, at);
      }
      await sample(from.getTime(), to.getTime());
    },
  };
}

/** The sampling interval: a minute in the last hour, as on a live server, and longer before, as charts of days show no more. */
function stepAt(untilEndMs: number): number {
  if (untilEndMs <= hourMs) return minuteMs;
  return untilEndMs <= 24 * hourMs ? 20 * minuteMs : hourMs;
}

/** Decides deterministically whether a person is active at a time, with differences between people and days. */
function isAwake(place: number, at: Date): boolean {
  const share = awake[at.getHours()] ?? 0;
  const weekend = at.getDay() === 0 || at.getDay() === 6;
  return (place * 7 + at.getDate() * 3 + at.getHours() * 5) % 10 < share - (weekend ? 1 : 0);
}
