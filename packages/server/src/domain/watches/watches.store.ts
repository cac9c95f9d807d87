import { limits, timingWords, type ScheduleTiming, type Watch } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';

/** True while the creator `u` of a schedule has the device in their scope. Outside of it the schedule does nothing to the device. */
export const creatorHas = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  u.admin_role = 'SUPER_ADMIN' or exists (
    select from device_assignments a where a.user_id = u.id and a.device_id = ${deviceId}))`;

/** What watches a device by itself: the first ones, and how many more there are. */
export interface WatchesOfDevice {
  deviceId: number;
  watches: Watch[];
  more: number;
}

type FoundWatch = Omit<Watch, 'kind' | 'when' | 'until'> & {
  deviceId: number;
  timing: ScheduleTiming;
  total: number;
};

/**
 * Finds what watches these devices, oldest first. Schedules that are over, or whose admin no longer has the device in their scope, are left
 * out. Plan: `schedule_devices_device` for each device, then schedule and creator by primary key.
 */
export async function findWatches(
  db: Database,
  deviceIds: readonly number[],
  { now, atMost = limits.schedule.shownToPerson }: { now: Date; atMost?: number },
): Promise<WatchesOfDevice[]> {
  const { rows } = await sql<FoundWatch>`
    select w.* from unnest(${deviceIds}::bigint[]) as concerned (id) cross join lateral (
      select sd.device_id as "deviceId", s.id, s.name, s.purpose, s.title as what, s.timing, u.username as "setBy",
        ${isoTime(sql`s.created_at`)} as "setAt", s.paused_at is not null as paused, (count(*) over ())::int as total
      from schedule_devices sd join schedules s on s.id = sd.schedule_id join users u on u.id = s.created_by
        join devices d on d.id = sd.device_id and d.left_at is null
      where sd.device_id = concerned.id and ${creatorHas(sql`sd.device_id`)}
        and (s.timing ->> 'until' is null or (s.timing ->> 'until')::timestamptz > ${now})
      order by s.id limit ${atMost}) as w
    order by w."deviceId", w.id`.execute(db);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return deviceIds.map((deviceId) => {
    const found = byDevice.get(deviceId) ?? [];
    return { deviceId, watches: found.map(toWatch), more: Math.max(0, (found[0]?.total ?? 0) - found.length) };
  });
}

function toWatch({ id, name, purpose, what, timing, setBy, setAt, paused }: FoundWatch): Watch {
  const until = timing.until === null ? null : new Date(timing.until).toISOString();
  // The end is a field of its own.
  const when = timingWords({ ...timing, until: null });
  return { kind: 'SCHEDULE', id, name, purpose, what, when, setBy, setAt, until, paused };
}

/** Finds which of these devices an admin watches by a schedule of theirs. */
export async function findWatchedBy(db: Database, userId: number, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct sd.device_id as "deviceId" from schedule_devices sd join schedules s on s.id = sd.schedule_id
    where s.created_by = ${userId} and sd.device_id = any(${deviceIds}::bigint[])`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Ends everything that watches a device, because its person leaves. */
export async function deleteWatches(db: Database, deviceId: number): Promise<void> {
  await sql`delete from schedule_devices where device_id = ${deviceId}`.execute(db);
}
