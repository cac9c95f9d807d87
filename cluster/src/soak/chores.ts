import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  contacts,
  createAlertRule,
  createSchedule,
  createZone,
  limits,
  startLiveLocation,
  startRun,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Fleet } from '../load/fleet.ts';
import { createUpdateLoad, type Accepted } from '../load/traffic.ts';
import { startWitness, type Witness } from '../load/witness.ts';
import type { Habit } from './admins.ts';
import type { Site } from './site.ts';
import { count, type Tally } from './visitors.ts';

export interface Crowd {
  site: Site;
  fleet: Fleet;
  /** Real clients whose commands are counted. One that is restarted is replaced. */
  witnesses: Witness[];
  tally: Tally;
  /** The single commands that the server has accepted. */
  accepted: Accepted[];
}

const updatesPerSecond = 15;
const connections = 16;
const minute = 60_000;
const livesEveryMs = 15_000;
const livesAtOnce = 5;
/** Live locations are of these devices in turn, all within the warm-up: a server remembers where each device was that it has followed. */
const livesAmong = 300;
const restlessEveryMs = 10_000;
const scheduleEveryMs = 2 * minute;
const restartEveryMs = 30_000;
/** One phone in so many comes and goes. */
const oneInIsRestless = 5;
const scheduled = 200;
/** The phones of the fleet walk north from here when they are live. */
const walk = { latitude: 48.002, longitude: 11 };

/** Sets a schedule, a zone on the way of the phones, and a rule for whoever enters it. */
export async function setWatches({ site, fleet }: Crowd): Promise<void> {
  const purpose = 'To see how long all of this lasts';
  const deviceIds = fleet.deviceIds.slice(0, scheduled);
  await site.call(createSchedule, {
    name: 'Contacts',
    purpose,
    selection: { by: 'DEVICES', deviceIds: [...deviceIds] },
    action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
    timing: { every: 'INTERVAL', minutes: limits.schedule.minMinutes, from: null, until: null },
  });
  const area = { shape: 'CIRCLE', ...walk, radius: 100 } as const;
  const target = { for: 'ALL' } as const;
  const { envelope } = await site.call(createZone, { name: 'Bridge', colour: 'blue', area, target });
  const condition = { on: 'ENTERS_ZONE', zoneId: envelope.data.id, hours: null } as const;
  await site.call(createAlertRule, { name: 'Bridge', purpose, condition, target, recipientIds: [] });
}

/** Everything that goes on all the time, beside browsing and visiting. */
export function choresOf(crowd: Crowd): Habit[] {
  return [
    (signal) => giveCommands(crowd, signal),
    (signal) => every(minute, signal, () => beginRun(crowd)),
    (signal) => every(livesEveryMs, signal, (turn) => beginLives(crowd, turn)),
    (signal) => every(restlessEveryMs, signal, (turn) => comeAndGo(crowd, turn)),
    (signal) => every(restartEveryMs, signal, (turn) => restartClient(crowd, turn)),
    (signal) => every(scheduleEveryMs, signal, () => letScheduleStart(crowd)),
  ];
}

/** Does something at each interval. What fails because the database is down is done the next time. */
async function every(ms: number, signal: AbortSignal, act: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await act(turn).catch(() => undefined);
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }
}

const isRestless = (place: number) => place % oneInIsRestless === 0;

/** Asks for Updates at a steady rate, of one device after the other. Restless ones get theirs by runs: they may be away for a while. */
async function giveCommands({ site, fleet, witnesses, accepted }: Crowd, signal: AbortSignal): Promise<void> {
  const load = createUpdateLoad(site.token, connections);
  const open = new Set<Promise<void>>();
  const steady = fleet.deviceIds.filter((_, place) => !isRestless(place));
  const targets = [...steady, ...witnesses.map(({ deviceId }) => deviceId)];
  const ask = async (turn: number) => {
    const dueAt = Date.now();
    const target = { deviceId: targets[turn % targets.length] ?? 0, url: site.server.url };
    const { status, id } = await load.askForUpdate(target);
    site.requests.note({ path: contacts.update.path, status, from: dueAt, to: Date.now() });
    if (status === 200 && id !== null) accepted.push({ id, dueAt });
  };
  await every(1000 / updatesPerSecond, signal, async (turn) => {
    const asking: Promise<void> = ask(turn).finally(() => open.delete(asking));
    open.add(asking);
  });
  await Promise.all(open);
  load.close();
}

async function beginRun({ site, tally }: Crowd): Promise<void> {
  const { status } = await site.requests.insist(
    startRun,
    {
      clientId: randomUUID(),
      selection: { by: 'MATCHING' },
      action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
    },
    site.token,
  );
  if (status === 200) count(tally, 'runs');
  else site.requests.add(`a run was refused with ${status}`);
}

async function beginLives({ site, fleet, tally }: Crowd, turn: number): Promise<void> {
  const followed = fleet.deviceIds.slice(0, livesAmong);
  for (let each = 0; each < livesAtOnce; each += 1) {
    const deviceId = followed[(turn * livesAtOnce + each) % followed.length] ?? 0;
    const { status } = await site.requests.insist(startLiveLocation, { deviceId, minutes: 5 }, site.token);
    // 409 where a command is open, or the one before has not ended.
    if (status === 200) count(tally, 'live locations');
  }
}

/** A part of the restless phones goes away, and the part before comes back. */
async function comeAndGo({ fleet, tally }: Crowd, turn: number): Promise<void> {
  const restless = fleet.deviceIds.filter((_, place) => isRestless(place));
  const part = (which: number) => restless.filter((_, place) => place % 8 === which % 8);
  if (turn > 0) await fleet.comeBack(part(turn - 1));
  await fleet.hangUp(part(turn));
  count(tally, 'times that phones went away');
}

/** The app of a witness ends and starts again, as after an update of the phone. */
async function restartClient({ site, witnesses, tally }: Crowd, turn: number): Promise<void> {
  const place = turn % witnesses.length;
  const before = witnesses[place];
  if (before === undefined) return;
  await before.client.stop();
  witnesses[place] = startWitness(site.balancer.url, before);
  count(tally, 'restarts of a client');
}

/** A schedule starts every quarter of an hour at most, which a short run would not see: its time is moved. */
async function letScheduleStart({ site }: Crowd): Promise<void> {
  await sql`update schedule_times set next_at = now() where next_at is not null`.execute(site.db);
}
