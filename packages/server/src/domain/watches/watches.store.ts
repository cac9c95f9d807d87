import { limits, timingWords, type ScheduleTiming, type Watch } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';
import { findAlertRuleWatches } from './alert-rule-watches.store.ts';
import { creatorHas, isActiveCreator } from './creator-sql.ts';
import { includes, isTargetOf } from './target-sql.ts';
import { findReportWatches } from './report-watches.store.ts';

/** What watches a device by itself: the first ones, and how many more there are. */
export interface WatchesOfDevice {
  deviceId: number;
  watches: Watch[];
  more: number;
}

type FoundWatch = Omit<Watch, 'kind' | 'when' | 'until'> & {
  kind: 'SCHEDULE' | 'ZONE';
  deviceId: number;
  /** Null for a zone. */
  timing: ScheduleTiming | null;
  total: number;
};

const zonePurpose = 'To name this place on the map, and for alerts';
const zoneWhen = 'Whenever this device shares its location';

/**
 * Finds what watches these devices: schedules, then zones, oldest first. Schedules that are over are left out, and everything whose admin no
 * longer has the device in their scope. Plan: `schedule_devices_device` for each device, then schedule and creator by primary key. The zones,
 * of which an installation has some hundred, are read whole for each device, with the group and the assignment by primary key.
 */
export async function findWatches(
  db: Database,
  deviceIds: readonly number[],
  { now, atMost = limits.schedule.shownToPerson }: { now: Date; atMost?: number },
): Promise<WatchesOfDevice[]> {
  const { rows } = await sql<FoundWatch>`
    select shown.* from unnest(${deviceIds}::bigint[]) as concerned (id)
      join devices d on d.id = concerned.id and d.left_at is null cross join lateral (
      select found.*, d.id as "deviceId", (count(*) over ())::int as total from (
        select 'SCHEDULE' as kind, s.id, s.name, s.purpose, s.title as what, s.timing, u.username as "setBy",
          ${isoTime(sql`s.created_at`)} as "setAt", s.paused_at is not null as paused
        from schedule_devices sd join schedules s on s.id = sd.schedule_id join users u on u.id = s.created_by
        where sd.device_id = d.id and ${creatorHas(sql`sd.device_id`)}
          and (s.timing ->> 'until' is null or (s.timing ->> 'until')::timestamptz > ${now})
        union all
        select 'ZONE', w.id, w.name, ${zonePurpose}, 'Zone ' || w.name, null, u.username,
          ${isoTime(sql`w.created_at`)}, false
        from zones w join users u on u.id = w.created_by
        where ${isActiveCreator} and ${isTargetOf(sql`d.id`)}) as found
      order by found.kind, found.id limit ${atMost}) as shown
    order by shown."deviceId", shown.kind, shown.id`.execute(db);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  const alertRules = await findAlertRuleWatches(db, deviceIds, atMost);
  const reports = await findReportWatches(db, deviceIds);
  return deviceIds.map((deviceId) => {
    const found = byDevice.get(deviceId) ?? [];
    const rules = alertRules.get(deviceId);
    const mailed = reports.get(deviceId) ?? [];
    const watches = [...found.map(toWatch), ...(rules?.watches ?? []), ...mailed].slice(0, atMost);
    const total = (found[0]?.total ?? 0) + (rules?.total ?? 0) + mailed.length;
    return { deviceId, watches, more: Math.max(0, total - watches.length) };
  });
}

function toWatch({ kind, id, name, purpose, what, timing, setBy, setAt, paused }: FoundWatch): Watch {
  const until = timing?.until ? new Date(timing.until).toISOString() : null;
  // The end is a field of its own.
  const when = timing === null ? zoneWhen : timingWords({ ...timing, until: null });
  return { kind, id, name, purpose, what, when, setBy, setAt, until, paused };
}

/** Finds which of these devices an admin watches by a schedule, a zone or an alert rule of theirs; all, when they have a weekly report. */
export async function findWatchedBy(db: Database, userId: number, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select concerned.id as "deviceId" from unnest(${deviceIds}::bigint[]) as concerned (id)
    where exists (
        select from schedule_devices sd join schedules s on s.id = sd.schedule_id
        where s.created_by = ${userId} and sd.device_id = concerned.id)
      or exists (select from zones w where w.created_by = ${userId} and ${includes(sql`concerned.id`)})
      or exists (select from alert_rules w where w.created_by = ${userId} and ${includes(sql`concerned.id`)})
      or exists (select from report_mails where user_id = ${userId})`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Ends everything that watches a device, because its person leaves, and deletes what alert rules know of it. What is for others too goes on for them. */
export async function deleteWatches(db: Database, deviceId: number): Promise<void> {
  await sql`delete from schedule_devices where device_id = ${deviceId}`.execute(db);
  await sql`delete from alerts where device_id = ${deviceId}`.execute(db);
  await sql`
    delete from alert_rules w where w.device_id = ${deviceId}
      or w.zone_id in (select id from zones where device_id = ${deviceId})`.execute(db);
  await sql`delete from zones where device_id = ${deviceId}`.execute(db);
  await sql`delete from report_mails where device_id = ${deviceId}`.execute(db);
  await sql`delete from zone_presence where device_id = ${deviceId}`.execute(db);
  await sql`delete from alert_positions where device_id = ${deviceId}`.execute(db);
  await sql`delete from app_changes where device_id = ${deviceId}`.execute(db);
}
