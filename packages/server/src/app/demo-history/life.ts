import { setTimeout as delay } from 'node:timers/promises';
import { deviceFeatures, type DeviceFeatureId } from '@fairwatch/contract';
import type { FleetAct, FleetChannel } from './fleet-channel.ts';
import { CallRefused, type PastAdmin } from './past-admin.ts';
import type { Services } from '../../shared/services/services.ts';
import type { PastClock } from './past-clock.ts';
import type { PastMetrics } from './past-metrics.ts';
import type { PastServer } from './past-server.ts';

/** The actions from which the story is composed. Phones are given by their index in the fleet, days relative to the last day. */
export interface Life {
  server: PastServer;
  /** How many phones there are. */
  size: number;
  /** Advances the clock, for example to `at(-3, '09:40')`. Times in the past are ignored. */
  at(day: number, time: string): Promise<void>;
  /** Advances the clock to this many minutes before the present. */
  ago(minutes: number): Promise<void>;
  /**
   * Performs a part of the story. A refused call ends this part only, so that the others go on: the owner may have taken away a kind of data, or
   * somebody does not share it.
   */
  scene(name: string, part: () => Promise<unknown>): Promise<void>;
  /** Resolves when the condition holds, or after a minute, since the live server may do the work later. */
  until(isSo: () => Promise<boolean>): Promise<void>;
  /** Enrols phones. Indexes beyond the size of the fleet are ignored. */
  join(places: readonly number[]): Promise<void>;
  /** The enrolled devices among these indexes. */
  devices(places: readonly number[]): { place: number; deviceId: number }[];
  /** Performs an action of a phone's person. Null when the phone does not exist or the action failed. */
  person(act: FleetAct): Promise<unknown>;
  /** Updates these kinds of data on all these phones at once, as an admin, and opens some of the lists. */
  update(admin: PastAdmin, places: readonly number[], features: readonly DeviceFeatureId[]): Promise<void>;
  look(admin: PastAdmin, place: number, features: readonly DeviceFeatureId[]): Promise<void>;
  /** Advances the clock to the present without further events. */
  untilNow(): Promise<void>;
}

interface LifeOptions {
  server: PastServer;
  clock: PastClock;
  metrics: PastMetrics;
  fleet: FleetChannel;
  /** The last day of the story. */
  lastDay: Date;
  /** The number of phones. */
  size: number;
  signal: AbortSignal;
  /** The log of the live server. */
  log: Services['log'];
}

/** How often and how long a condition is checked. */
const pollEveryMs = 150;
const pollAtMost = 400;

export function createLife({ server, clock, metrics, fleet, lastDay, size, signal, log }: LifeOptions): Life {
  const joined = new Map<number, number>();
  const devices: Life['devices'] = (places) =>
    places.flatMap((place) => {
      const deviceId = joined.get(place);
      return deviceId === undefined ? [] : [{ place, deviceId }];
    });

  const look: Life['look'] = async (admin, place, features) => {
    for (const { deviceId } of devices([place])) {
      for (const id of features) {
        // Fails for phones that do not share the feature any more.
        await admin.call(deviceFeatures[id].list, { deviceId }).catch(() => undefined);
      }
    }
  };

  async function turnTo(moment: Date): Promise<void> {
    signal.throwIfAborted();
    const before = new Date(clock.now());
    if (moment <= before) return;
    await metrics.record(before, moment, joined);
    await clock.turnTo(moment);
  }

  return {
    server,
    size,
    devices,
    look,
    async at(day, time) {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const { 0: year, 1: month, 2: date } = [lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate()] as const;
      await turnTo(new Date(year, month, date + day, hour, minute, 17));
    },
    ago: (minutes) => turnTo(new Date(Date.now() - minutes * 60_000)),
    async scene(name, part) {
      signal.throwIfAborted();
      try {
        await part();
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        if (error.code === 'kind_not_used') return;
        log.warn({ err: error, event: 'demo_history.scene_refused', scene: name }, 'A part of the demo was refused');
      }
    },
    async until(isSo) {
      for (let tries = 0; tries < pollAtMost; tries += 1) {
        if (await isSo()) return;
        await delay(pollEveryMs, undefined, { signal });
      }
    },
    untilNow: () => metrics.record(new Date(clock.now()), new Date(), joined),
    async join(places) {
      const there = places.filter((place) => place < size && !joined.has(place));
      if (there.length === 0) return;
      const ids = (await fleet.ask({ kind: 'join', serverUrl: server.url, places: there }, clock.backMs())) as (
        | number
        | null
      )[];
      for (const [order, place] of there.entries()) {
        const deviceId = ids[order];
        if (typeof deviceId === 'number') joined.set(place, deviceId);
      }
    },
    async person(act) {
      if ('place' in act && !joined.has(act.place)) return null;
      try {
        return await fleet.ask(act, clock.backMs());
      } catch (error) {
        log.warn({ err: error, event: 'demo_history.act_failed', act: act.kind }, 'A simulated person could not act');
        return null;
      }
    },
    async update(admin, places, features) {
      await Promise.all(
        devices(places).map(async ({ place, deviceId }) => {
          for (const id of features) {
            signal.throwIfAborted();
            await admin.command(deviceFeatures[id].update, { deviceId });
          }
          await look(admin, place, features.slice(0, 2));
        }),
      );
    },
  };
}
