import type { AuditDetails } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { isActiveAdmin } from '../../../shared/disclosure/disclosure-sql.ts';
import { mayUse, requesterMay, useOfItem } from '../../../shared/requester-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { LoggedSchedule } from './schedule-entries.ts';

/** Why something of an admin ended, as lists and logs say it. */
const lostReason = sql`u.username || ' may not ask for this any more.'`;

export interface LostCommand extends CancelledCommand {
  /** The admin who had asked for it. */
  admin: string;
  details: AuditDetails;
}

/**
 * Cancels the open commands of these admins that they may not ask for any more. Plan: the partial index `commands_one_open`, which has one
 * entry for each device with an open command, then the admin by primary key. They are locked in the order of their ids.
 */
export async function cancelLostCommands(db: Database, userIds: readonly number[]): Promise<LostCommand[]> {
  const { rows } = await sql<LostCommand>`
    with lost as (
      select c.id, u.username, ${lostReason} as reason from commands c join users u on u.id = c.requested_by
      where c.finished_at is null and c.requested_by = any(${userIds}::bigint[])
        and not ${requesterMay(sql`c.command_type`, sql`c.device_id`)}
      order by c.id for update of c
    )
    update commands c set step = 'CANCELLED', finished_at = now(), error_details = lost.reason
    from lost where c.id = lost.id
    returning c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType", lost.username as admin,
      c.details - 'reason' - 'approvedBy' - 'runId' as details`.execute(db);
  return rows;
}

/** How many waiting items of an admin ended on a device. */
export interface LostItems {
  deviceId: number;
  admin: string;
  count: number;
}

/**
 * Skips the waiting items of runs of these admins that they may not ask for any more. An item whose command is open ends with its command.
 * Plan: `runs_of_admin`, then `run_items_unfinished_of_run`; the items are locked in the order of their ids. An item of a device that has left
 * is erased, as `skipRunItems` does.
 */
export async function skipLostItems(db: Database, userIds: readonly number[]): Promise<LostItems[]> {
  const { rows } = await sql<LostItems>`
    with lost as (
      select i.id, u.username, ${lostReason} as reason, exists (
        select from devices d where d.id = i.device_id and d.left_at is null) as is_present
      from runs r join users u on u.id = r.requested_by
        join run_items i on i.run_id = r.id and num_nulls(i.finished_at) = 1 and i.state = 'WAITING'
      where r.requested_by = any(${userIds}::bigint[]) and r.finished_at is null
        and not ${requesterMay(useOfItem, sql`i.device_id`)}
      order by i.id for update of i
    ), skipped as (
      update run_items i set state = 'SKIPPED', reason = lost.reason, finished_at = now(),
        params = case when is_present then i.params else '{}' end, details = case when is_present then i.details else '{}' end
      from lost where i.id = lost.id returning i.device_id, lost.username, lost.is_present
    )
    select device_id as "deviceId", username as admin, count(*)::int as count from skipped
    where is_present group by 1, 2`.execute(db);
  return rows;
}

export interface LostSchedule extends LoggedSchedule {
  id: number;
  admin: string;
  deviceIds: number[];
}

const scheduleFields = sql`s.id, s.name, s.purpose, s.title, s.timing, u.username as admin`;

/** What a schedule `s` asks of its devices, as `mayUse` names it. */
const usesOfSchedule = sql`jsonb_array_elements_text(
  case s.action ->> 'action' when 'UPDATE' then s.action -> 'commands' else jsonb_build_array(s.action ->> 'action') end)`;

/** True while the creator `u` of a schedule `s` may do what it does. */
const creatorMay = sql<boolean>`(${isActiveAdmin(sql`u`)} and not exists (
  select from ${usesOfSchedule} as asked (use) where not ${mayUse(sql`asked.use`)}))`;

/** Pauses the running schedules of these admins that do what their creator may not do any more. Their devices stay named in them. */
export async function pauseLostSchedules(db: Database, userIds: readonly number[]): Promise<LostSchedule[]> {
  const { rows } = await sql<LostSchedule>`
    with lost as (
      select ${scheduleFields} from schedules s join users u on u.id = s.created_by
      where s.created_by = any(${userIds}::bigint[]) and s.paused_at is null and not ${creatorMay}
      order by s.id for update of s
    ), timeless as (
      delete from schedule_times where schedule_id in (select id from lost)
    ), paused as (
      update schedules s set paused_at = now() from lost where s.id = lost.id
    )
    select lost.*, array(
      select d.id from schedule_devices sd join devices d on d.id = sd.device_id and d.left_at is null
      where sd.schedule_id = lost.id order by d.id) as "deviceIds"
    from lost`.execute(db);
  return rows;
}

/**
 * Takes the devices that these admins lost out of their schedules. A schedule that is paused because its creator may do nothing any more keeps
 * its devices; it cannot be resumed for those that are out of scope.
 */
export async function leaveLostSchedules(db: Database, userIds: readonly number[]): Promise<LostSchedule[]> {
  const { rows } = await sql<LostSchedule>`
    with concerned as (
      select ${scheduleFields} from schedules s join users u on u.id = s.created_by
      where s.created_by = any(${userIds}::bigint[]) and u.admin_role = 'ADMIN' and u.blocked_at is null and exists (
        select from schedule_devices sd where sd.schedule_id = s.id and not exists (
          select from device_assignments a where a.user_id = s.created_by and a.device_id = sd.device_id))
      order by s.id for update of s
    ), gone as (
      delete from schedule_devices sd using schedules s
      where s.id = sd.schedule_id and s.id in (select id from concerned) and not exists (
        select from device_assignments a where a.user_id = s.created_by and a.device_id = sd.device_id)
      returning sd.schedule_id, sd.device_id
    )
    select c.*, array(
      select g.device_id from gone g join devices d on d.id = g.device_id and d.left_at is null
      where g.schedule_id = c.id order by 1) as "deviceIds"
    from concerned c`.execute(db);
  return rows;
}
