import { limits, type WatchTarget } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isToldOfAlert } from '../../../../shared/disclosure/alert-disclosure.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Scope } from '../../../../shared/scope.ts';
import type { DevicePoint } from '../positions.store.ts';
import { shownName } from '../../../../shared/shown-names.ts';

/** A device on whose past a rule is tried. */
export interface TriedDevice {
  id: number;
  name: string;
}

/** The most devices on whose past a rule is tried, the first ones. */
const devicesAtMost = 1000;
const { tryDays } = limits.alert;
const since = (at: Date) => sql`${at}::timestamptz - ${tryDays} * interval '1 day'`;

/** Finds the devices of a target of whose data of this capability the admin may be told now: a trial reads it. */
export async function findTriedDevices(
  db: Database,
  { userId }: Scope,
  target: WatchTarget,
  capability: string | null,
): Promise<TriedDevice[]> {
  const { rows } = await sql<TriedDevice>`
    select d.id, ${shownName} as name from devices d
    where d.left_at is null and ${isInTarget(target)}
      and ${isToldOfAlert({ admin: sql`${userId}::bigint`, capability: sql`${capability}::text` })}
    order by d.id limit ${devicesAtMost}`.execute(db);
  return rows;
}

function isInTarget(target: WatchTarget): RawBuilder<unknown> {
  if (target.for === 'DEVICE') return sql`d.id = ${target.deviceId}`;
  if (target.for === 'ALL') return sql`true`;
  return sql`exists (select from group_devices gd where gd.group_id = ${target.groupId} and gd.device_id = d.id)`;
}

/** So many devices are read together, and of each so many points: a week of many devices does not fit into memory. */
const devicesAtOnce = 100;
const pointsAtOnce = 500;

/**
 * Reads the points of devices in the past week, in batches. The points of each device come oldest first, in one batch or in several that follow one
 * another. Plan: a range of `locations_local_date_time` for each device of a batch.
 */
export async function* readPastPoints(
  db: Database,
  deviceIds: readonly number[],
  at: Date,
): AsyncGenerator<DevicePoint[]> {
  let waiting: { deviceId: number; after: Date | null }[] = deviceIds.map((deviceId) => ({ deviceId, after: null }));
  while (waiting.length > 0) {
    const [batch, later] = [waiting.slice(0, devicesAtOnce), waiting.slice(devicesAtOnce)];
    const { rows } = await sql<DevicePoint>`
      select p.* from unnest(${batch.map(({ deviceId }) => deviceId)}::bigint[], ${batch.map(({ after }) => after)}::timestamptz[])
        as wanted (id, after) cross join lateral (
          select l.device_id as "deviceId", l.latitude, l.longitude, l.accuracy, l.local_date_time as at from locations l
          where l.device_id = wanted.id and l.local_date_time > greatest(wanted.after, ${since(at)}) and l.local_date_time <= ${at}
          order by l.local_date_time limit ${pointsAtOnce}) p`.execute(db);
    yield rows;
    const ofDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
    const unfinished = batch.flatMap(({ deviceId }) => {
      const points = ofDevice.get(deviceId) ?? [];
      const last = points.at(-1);
      return last && points.length === pointsAtOnce ? [{ deviceId, after: last.at }] : [];
    });
    waiting = [...unfinished, ...later];
  }
}

/** An event of the past week. */
export interface PastEvent {
  deviceId: number;
  beganAt: Date;
  endedAt: Date | null;
}

/** Runs with an item of these devices that failed or was not answered. Plan: `runs_finished`, then `run_items_of_run`. */
export async function findPastFailures(db: Database, deviceIds: readonly number[], at: Date): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select i.device_id as "deviceId", max(r.finished_at) as "beganAt", null as "endedAt"
    from runs r join run_items i on i.run_id = r.id and i.state in ('FAILED', 'EXPIRED')
    where r.finished_at > ${since(at)} and i.device_id = any(${deviceIds}::bigint[])
    group by i.device_id, r.id`.execute(db);
  return rows;
}

/** Consents of these devices with other capabilities than the one before. Plan: `consents_device` for each device. */
export async function findPastConsents(db: Database, deviceIds: readonly number[], at: Date): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select c.device_id as "deviceId", c.recorded_at as "beganAt", null as "endedAt" from consents c
      cross join lateral (select b.capabilities from consents b where b.device_id = c.device_id and b.id < c.id order by b.id desc limit 1) before
    where c.device_id = any(${deviceIds}::bigint[]) and c.recorded_at > ${since(at)}
      and not (before.capabilities @> c.capabilities and c.capabilities @> before.capabilities)`.execute(db);
  return rows;
}

/** Apps that were installed in the past week and are still there. Plan: `apps_installed_at` for each device. */
export async function findPastApps(
  db: Database,
  deviceIds: readonly number[],
  app: string | undefined,
  at: Date,
): Promise<PastEvent[]> {
  const named = app ?? null;
  const { rows } = await sql<PastEvent>`
    select device_id as "deviceId", installed_at as "beganAt", null as "endedAt" from apps
    where device_id = any(${deviceIds}::bigint[]) and installed_at > ${since(at)} and installed_at <= ${at}
      and (${named}::text is null or position(lower(${named}) in lower(name)) > 0 or position(lower(${named}) in lower(package_name)) > 0)`.execute(
    db,
  );
  return rows;
}

/** Pauses of these devices, from their logs. Plan: the entries of each device. */
export async function findPastPauses(db: Database, deviceIds: readonly number[], at: Date): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select e.device_id as "deviceId", e.recorded_at as "beganAt", (
        select min(f.recorded_at) from audit_entries f
        where f.device_id = e.device_id and f.action = 'RESUME' and f.sequence > e.sequence) as "endedAt"
    from audit_entries e
    where e.device_id = any(${deviceIds}::bigint[]) and e.action = 'PAUSE' and e.recorded_at > ${since(at)}`.execute(
    db,
  );
  return rows;
}
