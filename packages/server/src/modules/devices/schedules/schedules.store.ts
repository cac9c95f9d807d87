import type { ScheduledAction, ScheduleTiming } from '@fairwatch/contract';
import { storableJson } from '../../../core/storable-text.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { creatorHas, isOwn } from '../../../shared/watches/creator-sql.ts';
import { nameInFull } from '../../../shared/shown-names.ts';

/** A schedule as it is stored. */
export interface StoredSchedule {
  id: number;
  name: string;
  purpose: string;
  action: ScheduledAction;
  title: string;
  timing: ScheduleTiming;
  groupId: number | null;
  createdBy: number;
  creator: string;
  creatorInFull: string;
  paused: boolean;
}

export type NewSchedule = Omit<StoredSchedule, 'id' | 'creator' | 'creatorInFull' | 'paused'>;

const fields = sql`s.id, s.name, s.purpose, s.action, s.title, s.timing, s.group_id as "groupId", s.created_by as "createdBy",
  u.username as creator, ${nameInFull} as "creatorInFull", s.paused_at is not null as paused`;

/** Locks a schedule until the transaction ends. Whoever changes a schedule, its devices or its times locks it first. */
export async function lockSchedule(
  transaction: Database,
  scheduleId: number,
  scope: Scope,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${fields} from schedules s join users u on u.id = s.created_by
    where s.id = ${scheduleId} and ${isOwn(scope, sql`s.created_by`)} for update of s`.execute(transaction);
  return rows[0];
}

/** Locks a schedule for the server itself; undefined when it is gone or somebody else has it locked. */
export async function tryLockSchedule(transaction: Database, scheduleId: number): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${fields} from schedules s join users u on u.id = s.created_by
    where s.id = ${scheduleId} for update of s skip locked`.execute(transaction);
  return rows[0];
}

export async function insertSchedule(transaction: Database, schedule: NewSchedule): Promise<number> {
  const { name, purpose, action, title, timing, groupId, createdBy } = schedule;
  const { rows } = await sql<{ id: number }>`
    insert into schedules (name, purpose, action, title, timing, group_id, created_by)
    values (${name}, ${purpose}, ${storableJson(action)}, ${title}, ${storableJson(timing)}, ${groupId}, ${createdBy})
    returning id`.execute(transaction);
  if (rows[0] === undefined) throw new Error('A row that was inserted is given back.');
  return rows[0].id;
}

export async function updateSchedule(
  transaction: Database,
  scheduleId: number,
  { name, purpose, action, title, timing, groupId }: Omit<NewSchedule, 'createdBy'>,
): Promise<void> {
  await sql`
    update schedules set name = ${name}, purpose = ${purpose}, action = ${storableJson(action)}, title = ${title},
      timing = ${storableJson(timing)}, group_id = ${groupId}, changed_at = now()
    where id = ${scheduleId}`.execute(transaction);
}

export async function setPaused(transaction: Database, scheduleId: number, paused: boolean): Promise<void> {
  await sql`
    update schedules set paused_at = ${paused ? sql`now()` : sql`null`} where id = ${scheduleId}`.execute(transaction);
}

/** Deletes a schedule with its devices and times. Its runs stay. */
export async function deleteSchedule(transaction: Database, scheduleId: number): Promise<void> {
  await sql`delete from schedules where id = ${scheduleId}`.execute(transaction);
}

/** Finds schedules that run although their creator is blocked or no admin any more. */
export async function findOrphaned(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from schedules s join users u on u.id = s.created_by
    where s.paused_at is null and (u.blocked_at is not null or u.admin_role not in ('ADMIN', 'SUPER_ADMIN'))
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The devices of a schedule that have not left, in the order of their ids. */
export async function findScheduleDevices(db: Database, scheduleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from schedule_devices sd join devices d on d.id = sd.device_id and d.left_at is null
    where sd.schedule_id = ${scheduleId} order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds devices to a schedule, in the order of their ids, and returns those that were not in it. */
async function addDevices(
  transaction: Database,
  scheduleId: number,
  deviceIds: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into schedule_devices (schedule_id, device_id)
    select ${scheduleId}, d.id from devices d where d.left_at is null and d.id in (${deviceIds}) order by d.id
    on conflict do nothing returning device_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

async function removeOtherDevices(
  transaction: Database,
  scheduleId: number,
  deviceIds: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from schedule_devices where schedule_id = ${scheduleId} and device_id not in (${deviceIds})
    returning device_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export interface MemberChanges {
  added: number[];
  removed: number[];
}

/** Makes these the devices of a schedule. */
export async function setDevices(
  transaction: Database,
  scheduleId: number,
  deviceIds: readonly number[],
): Promise<MemberChanges> {
  const wanted = sql`select unnest(${deviceIds}::bigint[])`;
  return {
    added: await addDevices(transaction, scheduleId, wanted),
    removed: await removeOtherDevices(transaction, scheduleId, wanted),
  };
}

/**
 * The members `m` of the group of a schedule `s` that its creator `u` has in their scope, while they see the group. Only these devices
 * come under the schedule.
 */
const members = sql`schedules s join users u on u.id = s.created_by join groups g on g.id = s.group_id
  join group_devices m on m.group_id = g.id join devices d on d.id = m.device_id and d.left_at is null
    and ${creatorHas(sql`m.device_id`)} and (u.admin_role = 'SUPER_ADMIN' or g.owner_id = u.id or exists (
      select from group_assignments ga where ga.group_id = g.id and ga.user_id = u.id))`;

/** Makes the devices of a schedule for a group follow the members of the group. */
export async function followGroup(transaction: Database, scheduleId: number): Promise<MemberChanges> {
  const wanted = sql`select m.device_id from ${members} where s.id = ${scheduleId}`;
  return {
    added: await addDevices(transaction, scheduleId, wanted),
    removed: await removeOtherDevices(transaction, scheduleId, wanted),
  };
}

/**
 * Finds the schedules whose devices differ from the members of their group. Most installations have no schedule for a group, and planning the
 * statement takes longer than to find that out.
 */
export async function findChangedGroups(db: Database): Promise<number[]> {
  const forGroups = await sql`select from schedules where group_id is not null limit 1`.execute(db);
  if (forGroups.rows.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select s.id from ${members} where not exists (
      select from schedule_devices sd where sd.schedule_id = s.id and sd.device_id = m.device_id)
    union
    select sd.schedule_id from schedule_devices sd join schedules of_group on of_group.id = sd.schedule_id
    where of_group.group_id is not null and not exists (
      select from ${members} where s.id = sd.schedule_id and m.device_id = sd.device_id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
