import { randomUUID } from 'node:crypto';
import {
  addToGroup,
  createAlertRule,
  createGroup,
  createSchedule,
  createZone,
  deviceFeatures,
  startRun,
  type GroupColour,
  type GroupRule,
  type InputOf,
} from '@fairwatch/contract';
import { startDueSchedules } from '../../modules/devices/schedules/schedule-starter.ts';
import type { Life } from './life.ts';
import type { PastAdmin } from './past-admin.ts';
import { findRunsOf, hasFired, hasRunEnded } from './story-state.store.ts';

/** A schedule cannot begin before it is made. */
const soonMs = 300;

interface NamedGroup {
  name: string;
  colour: GroupColour;
}

/** Makes a group of these phones by hand. */
export async function groupPhones(
  life: Life,
  admin: PastAdmin,
  { places, ...named }: NamedGroup & { places: readonly number[] },
): Promise<number> {
  const { id } = await admin.call(createGroup, named);
  const deviceIds = life.devices(places).map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) await admin.call(addToGroup, { groupId: id, selection: { by: 'DEVICES', deviceIds } });
  return id;
}

/** Makes a group of all phones for which a rule holds. */
export async function groupByRule(admin: PastAdmin, group: NamedGroup & { rule: GroupRule }): Promise<number> {
  return (await admin.call(createGroup, group)).id;
}

/** Draws a zone around a place that a phone's person has named, such as Home. Null where the phone has told of no such place. */
export async function drawZone(
  life: Life,
  admin: PastAdmin,
  { of, names, ...zone }: Omit<InputOf<typeof createZone>, 'area'> & { of: number; names: readonly string[] },
): Promise<number | null> {
  for (const { deviceId } of life.devices([of])) {
    const found = await Promise.all(
      names.map((search) => admin.call(deviceFeatures.locations.list, { deviceId, search, pageSize: 20 })),
    );
    const there = found.flat().find(({ nickname }) => names.includes(nickname));
    if (!there) continue;
    const { latitude, longitude } = there;
    return (await admin.call(createZone, { ...zone, area: { shape: 'CIRCLE', latitude, longitude, radius: 180 } })).id;
  }
  return null;
}

/** Starts a run and waits for its end. */
export async function runOnce(
  life: Life,
  admin: PastAdmin,
  run: Omit<InputOf<typeof startRun>, 'clientId'>,
): Promise<void> {
  const { id } = await admin.call(startRun, { ...run, clientId: randomUUID() });
  await life.until(() => hasRunEnded(life.server.services.db, id));
}

/** Makes a schedule whose first time has come at once, and waits for the end of its run. */
export async function runOnSchedule(
  life: Life,
  admin: PastAdmin,
  { every, ...schedule }: Omit<InputOf<typeof createSchedule>, 'timing'> & { every: number },
): Promise<void> {
  const { services } = life.server;
  const from = new Date(services.clock.now() + soonMs).toISOString();
  const timing = { every: 'INTERVAL', minutes: every, from, until: null } as const;
  const { id } = await admin.call(createSchedule, { ...schedule, timing });
  await life.until(async () => {
    await startDueSchedules(services);
    const runs = await findRunsOf(services.db, id);
    const ended = await Promise.all(runs.map((runId) => hasRunEnded(services.db, runId)));
    return runs.length > 0 && !ended.includes(false);
  });
}

/** Makes an alert rule. */
export async function watchFor(admin: PastAdmin, rule: InputOf<typeof createAlertRule>): Promise<number> {
  return (await admin.call(createAlertRule, rule)).id;
}

/** Resolves when a rule has fired. */
export async function untilFired(life: Life, ruleId: number): Promise<void> {
  await life.until(() => hasFired(life.server.services.db, ruleId));
}
