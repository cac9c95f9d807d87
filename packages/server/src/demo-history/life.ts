import { deviceFeatures, type DeviceFeatureId } from '@fairwatch/contract';
import type { FleetAct, FleetChannel } from './fleet-channel.ts';
import type { PastAdmin } from './past-admin.ts';
import type { PastClock } from './past-clock.ts';
import type { PastFigures } from './past-figures.ts';
import type { PastServer } from './past-server.ts';

/** What the story is told with: phones by their place in the fleet, and days counted back from the last one. */
export interface Life {
  server: PastServer;
  /** Goes on to a time of a day, such as `at(-3, '09:40')`. Times that would lie behind are passed over. */
  at(day: number, time: string): Promise<void>;
  /** Lets phones join, those that are in this fleet. */
  join(places: readonly number[]): Promise<void>;
  /** The devices of those places that have joined. */
  devices(places: readonly number[]): { place: number; deviceId: number }[];
  /** Lets the person of a phone do something. Null when the phone is not there, or they could not. */
  person(act: FleetAct): Promise<unknown>;
  /** Updates these kinds of data on all these phones at once, as an admin, and opens some of the lists. */
  update(admin: PastAdmin, places: readonly number[], features: readonly DeviceFeatureId[]): Promise<void>;
  look(admin: PastAdmin, place: number, features: readonly DeviceFeatureId[]): Promise<void>;
  /** Lets the rest of the time pass, in which nothing happened. */
  untilNow(): Promise<void>;
}

interface LifeOptions {
  server: PastServer;
  clock: PastClock;
  figures: PastFigures;
  fleet: FleetChannel;
  /** The last day of the story. */
  lastDay: Date;
  /** How many phones there are. */
  size: number;
  signal: AbortSignal;
}

export function createLife({ server, clock, figures, fleet, lastDay, size, signal }: LifeOptions): Life {
  const { log } = server.services;
  const joined = new Map<number, number>();
  const devices: Life['devices'] = (places) =>
    places.flatMap((place) => {
      const deviceId = joined.get(place);
      return deviceId === undefined ? [] : [{ place, deviceId }];
    });

  const look: Life['look'] = async (admin, place, features) => {
    for (const { deviceId } of devices([place])) {
      for (const id of features) {
        // Whoever does not share it any more is not looked at.
        await admin.call(deviceFeatures[id].list, { deviceId }).catch(() => undefined);
      }
    }
  };

  return {
    server,
    devices,
    look,
    async at(day, time) {
      signal.throwIfAborted();
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const { 0: year, 1: month, 2: date } = [lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate()] as const;
      const moment = new Date(year, month, date + day, hour, minute, 17);
      const before = new Date(clock.now());
      if (moment <= before) return;
      await figures.note(before, moment, joined);
      await clock.turnTo(moment);
    },
    untilNow: () => figures.note(new Date(clock.now()), new Date(), joined),
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
