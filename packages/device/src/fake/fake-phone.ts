import type { DeviceFacts } from '@fairwatch/contract';
import type { Vitals } from '../core/connection/connection.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import type { Town } from './town.ts';

/** The facts of a simulated phone that all its features share, so that what they report is consistent. */
export interface FakePhone {
  person: Person;
  facts: DeviceFacts;
  /** The town that it shares with other phones; null for one with a life of its own. */
  town: Town | null;
  /** Battery and network at this moment. */
  vitals(): Vitals;
}

const minuteMs = 60_000;

/**
 * Simulated calls follow the clock: how long each lasts, and the time from one start to the next, both in minutes. The first phone of a
 * fleet is in a call most of the time, so that call recording can be tried.
 */
export function fakeCalls(random: Random, isTalkative: boolean): () => boolean {
  const everyMs = (isTalkative ? 4 : random.int(25, 90)) * minuteMs;
  const lastsMs = (isTalkative ? 3 : random.int(2, 6)) * minuteMs;
  const offsetMs = random.int(0, everyMs);
  return () => (Date.now() + offsetMs) % everyMs < lastsMs;
}

/** A battery that drains over hours and is charged again, mostly on WiFi. */
export function fakeVitals(
  random: Random,
  { appVersion }: Pick<DeviceFacts, 'appVersion'>,
  inCall: () => boolean,
): () => Vitals {
  const period = random.int(400, 900) * minuteMs;
  const phase = random.next();
  return () => {
    const point = (Date.now() / period + phase) % 1;
    const charging = point >= 0.8;
    const level = charging ? 0.2 + (point - 0.8) * 4 : 1 - point;
    const onWifi = Math.floor(Date.now() / period + phase * 3) % 4 !== 0;
    const network = onWifi ? 'WIFI' : 'MOBILE';
    const batteryPercent = Math.round(level * 100);
    return { batteryPercent, charging, network, appVersion, noticeShown: true, inCall: inCall() };
  };
}
