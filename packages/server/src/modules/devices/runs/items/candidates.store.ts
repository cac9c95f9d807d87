import type { AuditDetails, Capability, CommandType } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { param, runNamedQuery } from '../../../../core/database/named-query.ts';
import { accessObject, type DeviceAccess } from '../../../../shared/device-state/devices.store.ts';
import { hasInScope, isTold, type Disclosure } from '../../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { RunItemKind } from '../run-steps.ts';

/** An item whose turn has come, with everything that decides whether it may be carried out. */
export interface Candidate {
  itemId: number;
  runId: number;
  deviceId: number;
  kind: RunItemKind;
  commandType: CommandType | null;
  capability: Capability | null;
  params: Record<string, unknown>;
  details: AuditDetails;
  requestedBy: number;
  /** The reason that the admin gave for the run; empty for none. */
  runReason: string;
  /** The name of the schedule that started the run; null for an admin. */
  scheduleName: string | null;
  /** Null when the device has left. */
  access: DeviceAccess | null;
}

/** The command of an item `i` of a run `r`, whose requester is the account `u`. `checkItems` checks the requester's permission. */
const disclosure: Disclosure & { isInScope: RawBuilder<boolean> } = {
  admin: sql`u.id`,
  told: sql`coalesce(i.capability, 'DEVICE')`,
  action: 'COMMAND',
  live: sql`i.capability <> 'NOTIFICATIONS'`,
  isInScope: hasInScope(sql`u`, sql`d.id`),
  isPermitted: sql`true`,
  isStated: sql`r.reason <> ''`,
};

/**
 * True for a device `d` on which nothing but the admin's permission can refuse the command `i`. Most are, and reading a flag takes half the
 * time of reading the whole access.
 */
const isUnrestricted = sql`${isTold(disclosure)} and (d.offers is null or d.offers -> 'commands' ? i.command_type)
  and not i.params ?| array['paths', 'keys']`;

/** What `isUnrestricted` says, as access to the device. */
function unrestrictedAccess(capability: Capability | null): DeviceAccess {
  return {
    inScope: true,
    refusal: null,
    capabilities: capability === null ? [] : [capability],
    paused: false,
    quarantined: false,
    hours: null,
    offers: null,
    reason: null,
  };
}

/** The item `i` with its run, its requester and its device. */
const fieldsWith = (
  access: RawBuilder<unknown>,
) => sql`i.id as "itemId", i.run_id as "runId", i.device_id as "deviceId", i.kind, i.command_type as "commandType",
  i.capability, i.params, i.details, r.requested_by as "requestedBy", r.reason as "runReason", r.schedule_name as "scheduleName",
  ${access} as access`;
const access = sql`case when d.id is not null then ${accessObject(disclosure)} end`;
const joins = sql`join runs r on r.id = i.run_id join users u on u.id = r.requested_by
  left join devices d on d.id = i.device_id and d.left_at is null`;

/**
 * True for a device without an open command. It is not written as `not exists`: when the table had no open commands at its last ANALYZE, the
 * planner turns that into a nested loop over all devices and all open commands.
 */
const hasNoOpenCommand = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  select c.id from commands c where c.device_id = ${deviceId} and c.finished_at is null) is null`;

/**
 * Finds the waiting command whose turn it is on each of these devices that has no open command. Plan: for each device a probe of the partial
 * unique index `commands_one_open`, the first waiting entry of `run_items_unfinished`, then run, admin and device by primary key.
 */
export async function findNextCommands(db: Database, deviceIds: readonly number[]): Promise<Candidate[]> {
  const query = () => sql<Omit<Candidate, 'access'> & { access: DeviceAccess | true | null }>`
    select ${fieldsWith(sql`case when ${isUnrestricted} then 'true'::json else ${access} end`)}
    from unnest(${param('deviceIds')}::bigint[]) as concerned (id)
      cross join lateral (
        select * from run_items w where w.device_id = concerned.id and w.finished_at is null and w.state = 'WAITING' and w.kind = 'COMMAND'
        order by w.turn, w.id limit 1) as i
      ${joins}
    where ${hasNoOpenCommand(sql`concerned.id`)}`;
  const items = await runNamedQuery(db, 'next commands of runs', query, { deviceIds });
  return items.map(({ access: found, ...item }) => {
    return Object.assign(item, { access: found === true ? unrestrictedAccess(item.capability) : found });
  });
}

/** The admins with an unfinished run. Plan: `runs_unfinished`. */
export async function findRequesters(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct requested_by as id from runs where finished_at is null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** How far the devices or items of an admin have been looked at: up to this id. */
export interface Cursor {
  userId: number;
  after: number;
}

const freeDevices = () => sql<{ userId: number; id: number }>`
  select c.user_id as "userId", free.id
  from unnest(${param('userIds')}::bigint[], ${param('afters')}::bigint[]) as c (user_id, after) cross join lateral (
    select distinct i.device_id as id from run_items i
    where i.requested_by = c.user_id and num_nonnulls(i.finished_at) = 0 and i.state = 'WAITING' and i.kind = 'COMMAND'
      and i.device_id > c.after and ${hasNoOpenCommand(sql`i.device_id`)}
    order by id limit ${param('limit')}::bigint) as free
  order by c.user_id, free.id`;

/**
 * Finds devices with a waiting command item and without an open command: for each admin in the order of their ids after the cursor, and at most
 * `limit`. Plan: `run_items_of_requester` for each admin, a probe of `commands_one_open` for each item.
 */
export async function findFreeDevices(
  db: Database,
  cursors: readonly Cursor[],
  limit: number,
): Promise<{ userId: number; id: number }[]> {
  const userIds = cursors.map(({ userId }) => userId);
  const afters = cursors.map(({ after }) => after);
  return await runNamedQuery(db, 'free devices of runs', freeDevices, { userIds, afters, limit });
}

/** Finds waiting items that are no commands, of each admin the oldest after the cursor, at most `limit`; the admins take turns. Plan: `run_items_direct`. */
export async function findDirectItems(db: Database, cursors: readonly Cursor[], limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${fieldsWith(access)}
    from unnest(${cursors.map(({ userId }) => userId)}::bigint[], ${cursors.map(({ after }) => after)}::bigint[]) as c (user_id, after)
      cross join lateral (
        select w.*, row_number() over (order by w.id) as place from run_items w
        where w.requested_by = c.user_id and w.finished_at is null and w.state = 'WAITING' and w.kind <> 'COMMAND' and w.id > c.after
        order by w.id limit ${limit}) as i
      ${joins}
    order by i.place, i.id`.execute(db);
  return rows;
}

/** Finds whether a run has not finished, and whether one has whose admin was not notified yet. */
export async function findRunWork(db: Database): Promise<{ unfinished: boolean; unannounced: boolean }> {
  const { rows } = await sql<{ unfinished: boolean; unannounced: boolean }>`
    select exists (select from runs where finished_at is null) as unfinished,
      exists (select from runs where finished_at is not null and announced_at is null) as unannounced`.execute(db);
  return rows[0] ?? { unfinished: false, unannounced: false };
}
