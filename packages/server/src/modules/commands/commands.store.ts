import type { Capability, Command, CommandType, Offers } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedQuery, param } from '../../core/database/named-query.ts';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../shared/schema/schema.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../../shared/scope.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { inScope } from '../../shared/scope-sql.ts';
import { withheldError } from '../../shared/command-error-sql.ts';
import { isCommandTold } from './told-commands-sql.ts';
import { detailsJson } from '../../shared/audit/audit.store.ts';
import { requesterMay } from '../../shared/requester-sql.ts';
import type { NewCommand, QueuedCommand } from '../../shared/services/command-queue.ts';
import { hasInScope, isShared, isTold } from '../../shared/disclosure/disclosure-sql.ts';
import { statedBy } from '../../shared/disclosure/reasons.store.ts';
import { nameInFull, shownAccount } from '../../shared/shown-names.ts';

/** A command id together with its device: a device could send the id of another device's command, so both must match. */
export interface CommandRef {
  commandId: number;
  deviceId: number;
}

/** A command that was cancelled. */
export interface CancelledCommand extends CommandRef {
  commandType: CommandType;
}

/** True for commands that have not ended: a check constraint ties `finished_at` to the final steps. */
const isOpen = sql`finished_at is null`;

/** Selects a command in the form of the contract; needs `c` for the command and `u` for the admin who requested it. */
const commandFields = sql`c.id, c.command_type as "commandTypeEnum", c.step as "stepType",
  ${isoTime(sql`c.created_at`)} as "createdAt", ${isoTime(sql`c.expires_at`)} as "expiresAt",
  (extract(epoch from c.finished_at - c.created_at) * 1000)::int as "userResponseTime",
  c.progress, c.phase, ${shownAccount} as "requestedBy",
  (select i.run_id from run_items i where i.id = c.run_item_id) as "runId"`;

/** Selects `commandFields`, and the details and the error as they are stored, for who has just asked for the command. */
const wholeCommandFields = sql`${commandFields}, c.error_details as "errorDetails", c.details`;

/**
 * Selects `commandFields`, and the details and the error of a command for this admin. They name files and other parts, so they are told
 * only as the data itself is.
 */
export function toldCommandFields({ userId }: Pick<Scope, 'userId'>): RawBuilder<unknown> {
  const isShown = isCommandTold(sql`${userId}::bigint`, sql`c`);
  return sql`${commandFields}, case when ${isShown} then c.details else '{}' end as details,
    case when ${isShown} then c.error_details else ${withheldError} end as "errorDetails"`;
}

/**
 * Queues commands, at most one per device, of admins whom the disclosure policy lets use it. The trigger `commands_audit` writes each
 * into the device's log. Devices are locked in the order of their ids, so that two servers cannot deadlock. The share lock on a device
 * excludes a decision of its person meanwhile: whoever withdraws consent finds every command that was queued before, and can cancel it.
 */
export async function insertCommands(db: Database, commands: readonly NewCommand[]): Promise<QueuedCommand[]> {
  const rows = await runNamedQuery(db, 'insert commands', insertQuery, valuesOf(commands));
  const byDevice = new Map(rows.map((row) => [row.deviceId, row]));
  return commands.map(({ deviceId }) => {
    const { shared = false, queued = false, deviceId: _, ...command } = byDevice.get(deviceId) ?? {};
    if (queued) return { command: command as Command };
    return { refused: shared ? 'pending' : 'not_shared' };
  });
}

/** A command of an item of a run. */
export interface RunCommand extends NewCommand {
  /** The item becomes OPEN together with the insert. */
  runItemId: number;
}

/**
 * Queues commands of runs like `insertCommands`. It also locks each waiting item by primary key, after its device, and links it to its
 * command: an item that another server is feeding is skipped, and one that no longer waits gets no command. Returns the devices whose
 * command was queued, each with the reason that is stated in it.
 */
export async function insertRunCommands(
  db: Database,
  commands: readonly RunCommand[],
): Promise<ReadonlyMap<number, string | null>> {
  const values = { ...valuesOf(commands), runItemIds: commands.map(({ runItemId }) => runItemId) };
  const rows = await runNamedQuery(db, 'insert run commands', insertRunQuery, values);
  return new Map(rows.map(({ deviceId, reason }) => [deviceId, reason]));
}

function valuesOf(commands: readonly NewCommand[]) {
  return {
    deviceIds: commands.map(({ deviceId }) => deviceId),
    types: commands.map(({ commandType }) => commandType),
    capabilities: commands.map(({ capability }) => capability),
    actors: commands.map(({ requestedBy }) => requestedBy),
    subjects: commands.map(({ subject }) => subject),
    deadlines: commands.map(({ deadlineMs }) => deadlineMs),
    params: commands.map(({ params }) => JSON.stringify(params)),
    details: commands.map(({ details }) => detailsJson(details ?? {})),
  };
}

/**
 * Checks, inserts and returns commands in one statement. Plan: nested loop from the unnested arrays to `devices`, and from there to what the
 * policy reads, by primary key, a sort by device id for the lock order, then the insert, in which the partial unique index `commands_one_open`
 * rejects a second open command of a device.
 */
const insertQuery = () => sql<Command & { deviceId: number; shared: boolean; queued: boolean }>`
  ${insertion(null)}
  select asked.device_id as "deviceId", sharing.device_id is not null as shared, c.id is not null as queued, ${wholeCommandFields}
  from asked left join sharing on sharing.device_id = asked.device_id
  left join created c on c.device_id = asked.device_id left join users u on u.id = c.requested_by`;

const insertRunQuery = () => sql<{ deviceId: number; reason: string | null }>`
  ${insertion({
    ids: sql`, ${param('runItemIds')}::bigint[]`,
    id: sql`, run_item_id`,
    join: sql`join run_items i on i.id = a.run_item_id and i.state = 'WAITING'`,
    lock: sql`for update of i skip locked`,
  })}, linked as (
    update run_items i set state = 'OPEN', command_id = c.id, started_at = now() from created c where i.id = c.run_item_id
  )
  select device_id as "deviceId", details ->> 'reason' as reason from created`;

/** What the insert of commands of runs has more. */
interface OfItems {
  ids: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  join: RawBuilder<unknown>;
  lock: RawBuilder<unknown>;
}

function insertion(items: OfItems | null): RawBuilder<unknown> {
  const nothing = sql``;
  const { ids, id, join, lock } = items ?? { ids: nothing, id: nothing, join: nothing, lock: nothing };
  const stated = statedBy({ actor: sql`s.actor_id`, device: sql`s.device_id`, capability: sql`s.capability` });
  const told = sql`a.capability`;
  const admin = sql`a.actor_id`;
  // A scalar subquery, because the planner would turn `exists` into a join with all accounts.
  const isInScope = sql<boolean>`(select ${hasInScope(sql`u`, sql`d.id`)} from users u where u.id = ${admin})`;
  // The session has the permission. Items of runs were checked just before, some with reasons of their own.
  const mayAsk = items
    ? isShared(told, { live: true })
    : isTold({ admin, told, action: 'COMMAND', live: true, isInScope, isPermitted: sql`true` });
  return sql`
    with asked as (
      select * from unnest(${param('deviceIds')}::bigint[], ${param('types')}::text[], ${param('capabilities')}::text[],
        ${param('actors')}::bigint[], ${param('subjects')}::text[], ${param('deadlines')}::int[], ${param('params')}::jsonb[],
        ${param('details')}::jsonb[]${ids}
      ) as a (device_id, command_type, capability, actor_id, subject, deadline_ms, params, details${id})
    ), sharing as materialized (
      select a.* from asked a join devices d on d.id = a.device_id and d.left_at is null and ${mayAsk}
        and (d.offers is null or d.offers -> 'commands' ? a.command_type)
        and (not a.params ?| array['paths', 'keys'] or d.offers -> 'lists' = 'true') ${join}
      order by a.device_id for share of d ${lock}
    ), created as (
      insert into commands (device_id, command_type, params, requested_by, subject, details, expires_at${id})
      select device_id, command_type, params, actor_id, subject, ${stated} || details,
        now() + deadline_ms * interval '1 millisecond'${id}
      from sharing s order by device_id
      on conflict (device_id) where ${isOpen} do nothing
      returning *
    )`;
}

/** An open command to be sent to its device. */
export interface Delivery extends CommandRef {
  commandType: CommandType;
  params: Record<string, unknown>;
  requestedBy: string;
  expiresAt: string;
  /** The reason that the admin gave; null for none. */
  reason: string | null;
  /** The capabilities that the device's person shares now. */
  capabilities: Capability[];
  paused: boolean;
  /** The commands that its client can carry out; null for all. */
  offers: Offers | null;
  /** False while the device does not show its notice of supervision. */
  noticeShown: boolean | null;
  /** The admin who asked for it, and whether they still may. */
  requesterId: number;
  requesterMay: boolean;
  /** The head of the device's log, which is this command's entry or a later one. */
  logSequence: number;
  logHash: string;
}

/**
 * Finds the open commands of these devices by the partial unique index `commands_one_open`, then joins device, admin and log
 * head by primary key.
 */
export async function findDeliveries(db: Database, deviceIds: readonly number[]): Promise<Delivery[]> {
  const query = () => sql<Delivery>`
    select c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType", c.params,
      ${nameInFull} as "requestedBy", ${isoTime(sql`c.expires_at`)} as "expiresAt", c.details ->> 'reason' as reason, d.capabilities,
      d.paused_at is not null as paused, d.offers, d.notice_shown as "noticeShown", u.id as "requesterId",
      ${requesterMay(sql`c.command_type`, sql`c.device_id`)} as "requesterMay", h.sequence as "logSequence", encode(h.hash, 'hex') as "logHash"
    from commands c join devices d on d.id = c.device_id join users u on u.id = c.requested_by
      join audit_heads h on h.device_id = c.device_id
    where c.device_id = any(${param('deviceIds')}::bigint[]) and ${isOpen} and c.expires_at > now()`;
  return await runNamedQuery(db, 'deliveries', query, { deviceIds });
}

/** True when this command exists and belongs to this device. */
export async function commandExists(db: Database, { commandId, deviceId }: CommandRef): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = ${commandId} and device_id = ${deviceId}`.execute(db);
  return rows.length > 0;
}

/**
 * Lists a device's commands, of all types or the given ones, latest first, by the index `commands_history`. What they were about is shown
 * as far as the disclosure policy tells it to this admin now.
 */
export function listCommands(
  db: Database,
  scope: Scope,
  input: {
    deviceId: number;
    commandType?: CommandType | readonly CommandType[];
    page: number;
    pageSize: number;
  },
): Promise<JsonPage> {
  const where = sql`c.device_id = ${input.deviceId} and ${isOfType(input.commandType)}
    and ${inScope(scope, sql`c.device_id`)}`;
  return selectPage(
    db,
    {
      rows: sql`select ${toldCommandFields(scope)} from commands c join users u on u.id = c.requested_by
        where ${where} order by c.id desc`,
      total: sql`select count(*) from commands c where ${where}`,
    },
    input,
  );
}

function isOfType(wanted: CommandType | readonly CommandType[] | undefined): RawBuilder<boolean> {
  if (wanted === undefined) return sql`true`;
  const [only, ...others] = [wanted].flat();
  return others.length === 0 ? sql`c.command_type = ${only}` : sql`c.command_type = any(${wanted}::text[])`;
}

/** Lists a device's commands that have not ended. */
export async function listOpenCommands(db: Database, scope: Scope, deviceId: number): Promise<Command[]> {
  const { rows } = await sql<Command>`
    select ${toldCommandFields(scope)} from commands c join users u on u.id = c.requested_by
    where c.device_id = ${deviceId} and ${isOpen} and ${inScope(scope, sql`c.device_id`)} order by c.id`.execute(db);
  return rows;
}
