import { limits, type WatchTarget } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { inScope } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';
import type { DevicePoint } from './positions.store.ts';

/** A device on whose past a rule is tried. */
export interface TriedDevice {
  id: number;
  name: string;
}

/** The most devices on whose past a rule is tried, the first ones. */
const devicesAtMost = 1000;
const { tryDays } = limits.alert;
const since = (at: Date) => sql`${at}::timestamptz - ${tryDays} * interval '1 day'`;

/**
 * The devices of a target that this admin has in their scope, and whose people share this capability now.
 */
export async function findTriedDevices(
  db: Database,
  scope: Scope,
  target: WatchTarget,
  capability: string | null,
): Promise<TriedDevice[]> {
  const { rows } = await sql<TriedDevice>`
    select d.id, coalesce(nullif(d.nickname, ''), d.name) as name from devices d
    where d.left_at is null and ${isInTarget(target)} and ${inScope(scope, sql`d.id`)}
      and (${capability}::text is null or (${capability}::text = any(d.capabilities) and d.paused_at is null))
    order by d.id limit ${devicesAtMost}`.execute(db);
  return rows;
}

function isInTarget(target: WatchTarget): RawBuilder<unknown> {
  if (target.for === 'DEVICE') return sql`d.id = ${target.deviceId}`;
  if (target.for === 'ALL') return sql`true`;
  return sql`exists (select from group_devices gd where gd.group_id = ${target.groupId} and gd.device_id = d.id)`;
}

/** The points of one device in the past week, oldest first. Plan: a range of `locations_local_date_time`. */
export async function readPastPoints(db: Database, deviceId: number, at: Date): Promise<DevicePoint[]> {
  const { rows } = await sql<DevicePoint>`
    select device_id as "deviceId", latitude, longitude, accuracy, local_date_time as at from locations
    where device_id = ${deviceId} and local_date_time > ${since(at)} and local_date_time <= ${at}
    order by local_date_time limit 100000`.execute(db);
  return rows;
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
