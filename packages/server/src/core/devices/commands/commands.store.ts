import {
  commandCatalogue,
  commandTypes,
  type AuditDetails,
  type Capability,
  type Command,
  type CommandType,
  type Offers,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { askNamed, slot } from '../../database/named-query.ts';
import { selectPage } from '../../database/page.ts';
import type { Database } from '../../database/schema.ts';
import type { JsonPage } from '../../http/route.ts';
import type { Scope } from '../../scope.ts';
import { inScope, isoTime } from '../../database/list-sql.ts';
import { detailsJson } from '../audit/audit.store.ts';
import { statedBy } from '../policies/reasons.store.ts';

/** A command and its device: neither is trusted without the other, since ids come from devices. */
export interface CommandRef {
  commandId: number;
  deviceId: number;
}

export interface NewCommand {
  deviceId: number;
  commandType: CommandType;
  params: Readonly<Record<string, unknown>>;
  /** Must be granted at this very moment; the command must be offered, and the device's notice shown. */
  capability: Capability;
  /** The admin who asks. */
  requestedBy: number;
  /** The path of the endpoint, for the audit entry. */
  subject: string;
  /** What it is asked to do, in the words of its line in the log. */
  details?: Readonly<AuditDetails>;
  deadlineMs: number;
}

/** A command that has not ended: a constraint ties it to the steps that are not final. */
const open = sql`finished_at is null`;

/** A command as the contract shows it; needs `c` for the command and `u` for the admin who asked. */
export const commandFields = sql`c.id, c.command_type as "commandTypeEnum", c.step as "stepType",
  ${isoTime(sql`c.created_at`)} as "createdAt",
  (extract(epoch from c.finished_at - c.created_at) * 1000)::int as "userResponseTime",
  c.error_details as "errorDetails", c.progress, c.phase, u.username as "requestedBy"`;

/**
 * What a command was asked to do, as a history shows it: only for the types that the admin may see, and while the person shares what the command is about. A file's
 * name is theirs, wherever it stands.
 */
function sharedDetails(readable: readonly CommandType[]): RawBuilder<unknown> {
  return sql`coalesce((
    select c.details from devices d, unnest(${readable}::text[], ${readable.map((type) => commandCatalogue[type].capability)}::text[])
      as open (command_type, capability)
    where d.id = c.device_id and d.paused_at is null and d.restored_at is null and open.command_type = c.command_type
      and open.capability = any(d.capabilities)), '{}') as details`;
}

/** What became of a wish for a command: queued, or why not. */
export type QueuedCommand = { command: Command } | { refused: 'pending' | 'not_shared' };

/**
 * Puts commands into the queue, at most one per device; the database writes each into the audit log as it does. In the
 * order of the devices, so that two servers doing the same wait for one another in turn. Each device is locked against its
 * person's next decision: whoever withdraws finds every command that was queued before, and can cancel it.
 */
export async function insertCommands(db: Database, commands: readonly NewCommand[]): Promise<QueuedCommand[]> {
  const rows = await askNamed(db, 'insert commands', insertion, {
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

function insertion() {
  const stated = statedBy({ actor: sql`s.actor_id`, device: sql`s.device_id`, capability: sql`s.capability` });
  return sql<Command & { deviceId: number; shared: boolean; queued: boolean }>`
    with asked as (
      select * from unnest(${slot('deviceIds')}::bigint[], ${slot('types')}::text[], ${slot('capabilities')}::text[],
        ${slot('actors')}::bigint[], ${slot('subjects')}::text[], ${slot('deadlines')}::int[], ${slot('params')}::jsonb[],
        ${slot('details')}::jsonb[]
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
      on conflict (device_id) where ${open} do nothing
      returning *
    )
    select asked.device_id as "deviceId", sharing.device_id is not null as shared, c.id is not null as queued,
      ${commandFields}, c.details
    from asked left join sharing on sharing.device_id = asked.device_id
    left join created c on c.device_id = asked.device_id left join users u on u.id = c.requested_by`;
}

/** A command on its way to its device. */
export interface Delivery extends CommandRef {
  commandType: CommandType;
  params: Record<string, unknown>;
  requestedBy: string;
  expiresAt: string;
  /** Why the admin asks; null when they did not say. */
  reason: string | null;
  /** What the device's person shares now. */
  capabilities: Capability[];
  paused: boolean;
  /** What its client can carry out; null for everything. */
  offers: Offers | null;
  /** False while the device's note that it is supervised is not shown. */
  noticeShown: boolean | null;
  /** The newest entry of the device's log, which is this command's or a later one. */
  logSequence: number;
  logHash: string;
}

/** The open commands of these devices. */
export async function findDeliveries(db: Database, deviceIds: readonly number[]): Promise<Delivery[]> {
  const query = () => sql<Delivery>`
    select c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType", c.params,
      u.username as "requestedBy", ${isoTime(sql`c.expires_at`)} as "expiresAt", c.details ->> 'reason' as reason, d.capabilities,
      d.paused_at is not null as paused, d.offers, d.notice_shown as "noticeShown", h.sequence as "logSequence", encode(h.hash, 'hex') as "logHash"
    from commands c join devices d on d.id = c.device_id join users u on u.id = c.requested_by
      join audit_heads h on h.device_id = c.device_id
    where c.device_id = any(${slot('deviceIds')}::bigint[]) and ${open} and c.expires_at > now()`;
  return await askNamed(db, 'deliveries', query, { deviceIds });
}

/** Whether this device was ever given this command. */
export async function commandExists(db: Database, { commandId, deviceId }: CommandRef): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = ${commandId} and device_id = ${deviceId}`.execute(db);
  return rows.length > 0;
}

/** A device's commands of one type, of some or of every one, latest first. */
export function listCommands(
  db: Database,
  scope: Scope,
  input: {
    deviceId: number;
    commandType?: CommandType | readonly CommandType[];
    /** Those whose details this admin may see; left out when that is every type that is listed. */
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

/** A device's commands that have not ended. */
export async function listOpenCommands(
  db: Database,
  scope: Scope,
  { deviceId, readable }: { deviceId: number; readable: readonly CommandType[] },
): Promise<Command[]> {
  const { rows } = await sql<Command>`
    select ${commandFields}, ${sharedDetails(readable)} from commands c join users u on u.id = c.requested_by
    where c.device_id = ${deviceId} and ${open} and ${inScope(scope, sql`c.device_id`)} order by c.id`.execute(db);
  return rows;
}
