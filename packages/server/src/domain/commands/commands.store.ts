import {
  commandCatalogue,
  commandTypes,
  type Capability,
  type Command,
  type CommandType,
  type Offers,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedQuery, param } from '../../core/database/named-query.ts';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../schema/schema.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { inScope } from '../scope-sql.ts';
import { detailsJson } from '../audit/audit.store.ts';
import type { NewCommand, QueuedCommand } from '../services/command-queue.ts';
import { statedBy } from '../reasons/reasons.store.ts';

/** A command id together with its device: a device could send the id of another device's command, so both must match. */
export interface CommandRef {
  commandId: number;
  deviceId: number;
}

/** True for commands that have not ended: a check constraint ties `finished_at` to the final steps. */
const isOpen = sql`finished_at is null`;

/** Selects a command in the form of the contract; needs `c` for the command and `u` for the admin who requested it. */
export const commandFields = sql`c.id, c.command_type as "commandTypeEnum", c.step as "stepType",
  ${isoTime(sql`c.created_at`)} as "createdAt",
  (extract(epoch from c.finished_at - c.created_at) * 1000)::int as "userResponseTime",
  c.error_details as "errorDetails", c.progress, c.phase, u.username as "requestedBy"`;

/**
 * Selects the details of a command: only for the types that the admin may see, and while the person shares the capability,
 * because details contain personal data such as file names.
 */
function sharedDetails(readable: readonly CommandType[]): RawBuilder<unknown> {
  return sql`coalesce((
    select c.details from devices d, unnest(${readable}::text[], ${readable.map((type) => commandCatalogue[type].capability)}::text[])
      as open (command_type, capability)
    where d.id = c.device_id and d.paused_at is null and d.restored_at is null and open.command_type = c.command_type
      and open.capability = any(d.capabilities)), '{}') as details`;
}

/** The result of a request for a command: queued, or why not. */
/**
 * Queues commands, at most one per device. The trigger `commands_audit` writes each into the device's log. Devices are
 * locked in the order of their ids, so that two servers cannot deadlock. The share lock on a device excludes a decision of
 * its person meanwhile: whoever withdraws consent finds every command that was queued before, and can cancel it.
 */
export async function insertCommands(db: Database, commands: readonly NewCommand[]): Promise<QueuedCommand[]> {
  const rows = await runNamedQuery(db, 'insert commands', insertQuery, {
    deviceIds: commands.map(({ deviceId }) => deviceId),
    types: commands.map(({ commandType }) => commandType),
    capabilities: commands.map(({ capability }) => capability),
    actors: commands.map(({ requestedBy }) => requestedBy),
    subjects: commands.map(({ subject }) => subject),
    deadlines: commands.map(({ deadlineMs }) => deadlineMs),
    params: commands.map(({ params }) => JSON.stringify(params)),
    details: commands.map(({ details }) => detailsJson(details ?? {})),
  });
  const byDevice = new Map(rows.map((row) => [row.deviceId, row]));
  return commands.map(({ deviceId }) => {
    const { shared = false, queued = false, deviceId: _, ...command } = byDevice.get(deviceId) ?? {};
    if (queued) return { command: command as Command };
    return { refused: shared ? 'pending' : 'not_shared' };
  });
}

/**
 * Checks, inserts and returns commands in one statement. Plan: nested loop from the unnested arrays to `devices` by primary
 * key, a sort by device id for the lock order, then the insert, in which the partial unique index `commands_one_open`
 * rejects a second open command of a device.
 */
function insertQuery() {
  const stated = statedBy({ actor: sql`s.actor_id`, device: sql`s.device_id`, capability: sql`s.capability` });
  return sql<Command & { deviceId: number; shared: boolean; queued: boolean }>`
    with asked as (
      select * from unnest(${param('deviceIds')}::bigint[], ${param('types')}::text[], ${param('capabilities')}::text[],
        ${param('actors')}::bigint[], ${param('subjects')}::text[], ${param('deadlines')}::int[], ${param('params')}::jsonb[],
        ${param('details')}::jsonb[]
      ) as a (device_id, command_type, capability, actor_id, subject, deadline_ms, params, details)
    ), sharing as materialized (
      select a.* from asked a join devices d on d.id = a.device_id and d.left_at is null and d.paused_at is null
        and a.capability = any(d.capabilities) and d.notice_shown is not false
        and (d.offers is null or d.offers -> 'commands' ? a.command_type)
      order by a.device_id for share of d
    ), created as (
      insert into commands (device_id, command_type, params, requested_by, subject, details, expires_at)
      select device_id, command_type, params, actor_id, subject, ${stated} || details,
        now() + deadline_ms * interval '1 millisecond'
      from sharing s order by device_id
      on conflict (device_id) where ${isOpen} do nothing
      returning *
    )
    select asked.device_id as "deviceId", sharing.device_id is not null as shared, c.id is not null as queued,
      ${commandFields}, c.details
    from asked left join sharing on sharing.device_id = asked.device_id
    left join created c on c.device_id = asked.device_id left join users u on u.id = c.requested_by`;
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
      u.username as "requestedBy", ${isoTime(sql`c.expires_at`)} as "expiresAt", c.details ->> 'reason' as reason, d.capabilities,
      d.paused_at is not null as paused, d.offers, d.notice_shown as "noticeShown", h.sequence as "logSequence", encode(h.hash, 'hex') as "logHash"
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

/** Lists a device's commands, of all types or the given ones, latest first, by the index `commands_history`. */
export function listCommands(
  db: Database,
  scope: Scope,
  input: {
    deviceId: number;
    commandType?: CommandType | readonly CommandType[];
    /** The types whose details this admin may see; all listed types when omitted. */
    readable?: readonly CommandType[];
    page: number;
    pageSize: number;
  },
): Promise<JsonPage> {
  const where = sql`c.device_id = ${input.deviceId} and ${isOfType(input.commandType)}
    and ${inScope(scope, sql`c.device_id`)}`;
  return selectPage(
    db,
    {
      rows: sql`select ${commandFields}, ${sharedDetails(input.readable ?? typesOf(input.commandType))} from commands c join users u on u.id = c.requested_by
        where ${where} order by c.id desc`,
      total: sql`select count(*) from commands c where ${where}`,
    },
    input,
  );
}

function typesOf(wanted: CommandType | readonly CommandType[] | undefined): readonly CommandType[] {
  return wanted === undefined ? commandTypes : [wanted].flat();
}

function isOfType(wanted: CommandType | readonly CommandType[] | undefined): RawBuilder<boolean> {
  if (wanted === undefined) return sql`true`;
  const [only, ...others] = [wanted].flat();
  return others.length === 0 ? sql`c.command_type = ${only}` : sql`c.command_type = any(${wanted}::text[])`;
}

/** Lists a device's commands that have not ended. */
export async function listOpenCommands(
  db: Database,
  scope: Scope,
  { deviceId, readable }: { deviceId: number; readable: readonly CommandType[] },
): Promise<Command[]> {
  const { rows } = await sql<Command>`
    select ${commandFields}, ${sharedDetails(readable)} from commands c join users u on u.id = c.requested_by
    where c.device_id = ${deviceId} and ${isOpen} and ${inScope(scope, sql`c.device_id`)} order by c.id`.execute(db);
  return rows;
}
