import { nextTime, zoneFor, type ScheduleTiming } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { creatorHas } from '../../../shared/watches/creator-sql.ts';

interface Timed {
  id: number;
  timing: ScheduleTiming;
}

/** The key of the only row of times of a schedule that is not on the devices' own clocks. */
const allDevices = '';

const isOnDeviceClocks = (timing: ScheduleTiming): timing is Exclude<ScheduleTiming, { every: 'INTERVAL' }> =>
  timing.every !== 'INTERVAL' && timing.zone === 'DEVICE';

/** The zone by which the times of a row are computed. */
function zoneOfRow(timing: ScheduleTiming, row: string): string {
  return row === allDevices ? zoneFor(timing, null) : row;
}

/**
 * Writes the next times of a schedule after a moment, in place of those it had. Returns the earliest; null when it is over. The caller has
 * locked the schedule.
 */
export async function planTimes(transaction: Database, { id, timing }: Timed, now: Date): Promise<Date | null> {
  await clearTimes(transaction, id);
  await addMissingTimes(transaction, { id, timing }, now);
  // Without a device there is no zone yet, but the schedule is not over.
  return nextTime(timing, now, zoneFor(timing, null));
}

/** Adds the times of zones that devices of the schedule came to have. The caller has locked the schedule. */
export async function addMissingTimes(transaction: Database, { id, timing }: Timed, now: Date): Promise<void> {
  const rows = isOnDeviceClocks(timing) ? await findZones(transaction, id, timing.fallbackZone) : [allDevices];
  const times = rows.map((row) => nextTime(timing, now, zoneOfRow(timing, row)));
  await sql`
    insert into schedule_times (schedule_id, zone, next_at)
    select ${id}, zone, next_at from unnest(${rows}::text[], ${times}::timestamptz[]) as t (zone, next_at)
    on conflict do nothing`.execute(transaction);
}

async function findZones(db: Database, scheduleId: number, fallback: string): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(d.time_zone, ${fallback}) as zone
    from schedule_devices sd join devices d on d.id = sd.device_id and d.left_at is null
    where sd.schedule_id = ${scheduleId}`.execute(db);
  return rows.map(({ zone }) => zone);
}

export async function clearTimes(transaction: Database, scheduleId: number): Promise<void> {
  await sql`delete from schedule_times where schedule_id = ${scheduleId}`.execute(transaction);
}

/** The condition on the `zone` of a device `d` that belongs to a schedule `s` on the devices' own clocks. */
const zoneOfDevice = sql`coalesce(d.time_zone, s.timing ->> 'fallbackZone')`;

/** Finds running schedules on the devices' own clocks that lack the times of a zone. */
export async function findMissingZones(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from schedules s join schedule_devices sd on sd.schedule_id = s.id
      join devices d on d.id = sd.device_id and d.left_at is null
    where s.paused_at is null and s.timing ->> 'zone' = 'DEVICE' and not exists (
      select from schedule_times t where t.schedule_id = s.id and t.zone = ${zoneOfDevice})
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds running schedules with a time that has come, by the partial index `schedule_times_due`. */
export async function findDueSchedules(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from schedule_times t join schedules s on s.id = t.schedule_id
    where t.next_at <= ${now} and s.paused_at is null order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A time of a schedule that has come. */
export interface DueTime {
  zone: string;
  at: Date;
}

/**
 * Moves the times of a schedule that have come to the first ones after `now`, and returns those that had come. The caller has locked
 * the schedule, so that each of them is returned to one server only.
 */
export async function takeDueTimes(transaction: Database, { id, timing }: Timed, now: Date): Promise<DueTime[]> {
  const { rows: due } = await sql<DueTime>`
    select zone, next_at as at from schedule_times where schedule_id = ${id} and next_at <= ${now} order by zone`.execute(
    transaction,
  );
  const times = due.map(({ zone }) => nextTime(timing, now, zoneOfRow(timing, zone)));
  await sql`
    update schedule_times t set next_at = moved.next_at
    from unnest(${due.map(({ zone }) => zone)}::text[], ${times}::timestamptz[]) as moved (zone, next_at)
    where t.schedule_id = ${id} and t.zone = moved.zone`.execute(transaction);
  return due;
}

/** True when a device `d` has an unfinished item of an earlier run of the schedule `s`. */
const hasUnfinishedItem = sql`exists (
  select from run_items i join runs r on r.id = i.run_id
  where i.device_id = d.id and i.finished_at is null and i.kind = 'COMMAND' and r.schedule_id = s.id)`;

/**
 * The devices for which a schedule starts a run at a time of this zone: those in the creator's scope that have no unfinished item of an
 * earlier run of the schedule, so that runs do not pile up for a device that cannot keep up. Plan: the devices of the schedule, then
 * `run_items_unfinished` for each.
 */
export async function findDevicesToRun(transaction: Database, scheduleId: number, zone: string): Promise<number[]> {
  const inZone: RawBuilder<unknown> = zone === allDevices ? sql`true` : sql`${zoneOfDevice} = ${zone}`;
  const { rows } = await sql<{ id: number }>`
    select d.id from schedules s join users u on u.id = s.created_by join schedule_devices sd on sd.schedule_id = s.id
      join devices d on d.id = sd.device_id and d.left_at is null
    where s.id = ${scheduleId} and ${creatorHas(sql`d.id`)} and ${inZone}
      and not ${hasUnfinishedItem}
    order by d.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Deletes the times of a zone in which no device is any more. */
export async function deleteUnusedZone(transaction: Database, scheduleId: number, zone: string): Promise<void> {
  if (zone === allDevices) return;
  await sql`
    delete from schedule_times t where t.schedule_id = ${scheduleId} and t.zone = ${zone} and not exists (
      select from schedules s join schedule_devices sd on sd.schedule_id = s.id
        join devices d on d.id = sd.device_id and d.left_at is null
      where s.id = t.schedule_id and ${zoneOfDevice} = t.zone)`.execute(transaction);
}
