import { noteActive } from '../core/figures/active-users.store.ts';
import { insertSamples, type NewSample } from '../core/figures/system-samples.store.ts';
import { readMachine } from '../core/figures/system-samples.ts';
import type { PastServer } from './past-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How many of ten people are awake with their phone, for each hour of the day. */
const awake = [2, 1, 1, 1, 1, 2, 5, 8, 9, 9, 9, 9, 10, 9, 9, 9, 9, 10, 10, 9, 8, 7, 5, 3];

/** What the charts of the dashboard have to show of the past. */
export interface PastFigures {
  /** Notes how it was between two moments: who was there in each hour, and how the server was doing. */
  note(from: Date, to: Date, deviceIds: ReadonlyMap<number, number>): Promise<void>;
}

/** `end` is when the history ends: the closer to it, the more often the server looked at itself. */
export function createPastFigures({ services, traffic }: PastServer, end: Date): PastFigures {
  let uploaded = 0;
  let before = traffic.total();
  services.bus.subscribe('fileStored', ({ size }) => void (uploaded += size));

  /** What has moved since the last time. */
  function moved() {
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
    // What was done is over at the first of these times; then it was quiet until the next thing.
    const quiet = { received: 0, sent: 0, uploaded: 0 };
    const flow = moved();
    const sampleAt = (at: number, place: number): NewSample => ({
      ...machine,
      ...(place === 0 ? flow : quiet),
      sampled_at: new Date(at),
    });
    await insertSamples(services.db, times.map(sampleAt));
  }

  return {
    async note(from, to, deviceIds) {
      const first = Math.floor(from.getTime() / hourMs) + 1;
      const last = Math.floor(to.getTime() / hourMs);
      for (let hour = first; hour <= last; hour += 1) {
        const at = new Date(hour * hourMs);
        const present = [...deviceIds].filter(([place]) => isAwake(place, at)).map(([, deviceId]) => deviceId);
        if (present.length > 0) await noteActive(services.db, present, at);
      }
      await sample(from.getTime(), to.getTime());
    },
  };
}

/** Once a minute in the last hour, as the server does, and less often before: charts of days show no more. */
function stepAt(untilEndMs: number): number {
  if (untilEndMs <= hourMs) return minuteMs;
  return untilEndMs <= 24 * hourMs ? 20 * minuteMs : hourMs;
}

/** People differ, and so do days. */
function isAwake(place: number, at: Date): boolean {
  const share = awake[at.getHours()] ?? 0;
  const weekend = at.getDay() === 0 || at.getDay() === 6;
  return (place * 7 + at.getDate() * 3 + at.getHours() * 5) % 10 < share - (weekend ? 1 : 0);
}
