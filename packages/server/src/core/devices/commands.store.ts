import type { Capability, Command, CommandType, StepType } from '@fairwatch/contract';
import { sql } from 'kysely';
import { selectPage } from '../database/page.ts';
import type { Database } from '../database/schema.ts';
import type { JsonPage } from '../http/route.ts';
import type { Scope } from '../scope.ts';
import { inScope, isoTime } from './list-sql.ts';

/** A command and its device: neither is trusted without the other, since ids come from devices. */
export interface CommandRef {
  commandId: number;
  deviceId: number;
}

export interface NewCommand {
  deviceId: number;
  commandType: CommandType;
  /** Must be granted at this very moment. */
  capability: Capability;
  requestedBy: { id: number; name: string };
  /** The path of the endpoint, for the audit entry. */
  subject: string;
  deadlineMs: number;
}

const open = sql`step in ('QUEUED', 'SENT', 'RUNNING')`;

/** A command as the contract shows it; needs `c` for the command and `u` for the admin who asked. */
export const commandFields = sql`c.id, c.command_type as "commandTypeEnum", c.step as "stepType",
  ${isoTime(sql`c.created_at`)} as "createdAt",
  (extract(epoch from c.finished_at - c.created_at) * 1000)::int as "userResponseTime",
  c.error_details as "errorDetails", c.progress, u.username as "requestedBy"`;

/**
 * Puts a command into the queue and into the audit log, both or neither, in one statement. Undefined when the
 * device does not share the capability now, or nothing at all; a device that has an open command raises `commands_one_open`.
 */
export async function insertCommand(db: Database, command: NewCommand): Promise<Command | undefined> {
  const { deviceId, commandType, capability, requestedBy, subject, deadlineMs } = command;
  const { rows } = await sql<Command>`
    with created as (
      insert into commands (device_id, command_type, requested_by, expires_at)
      select d.id, ${commandType}, ${requestedBy.id}::bigint, now() + ${deadlineMs} * interval '1 millisecond'
      from devices d where d.id = ${deviceId} and d.left_at is null and d.paused_at is null
        and ${capability} = any(d.capabilities)
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select device_id, ${requestedBy.id}::bigint, ${requestedBy.name}, 'COMMAND', ${subject},
        jsonb_build_object('commandId', id, 'commandType', command_type)
      from created
    )
    select ${commandFields} from created c join users u on u.id = c.requested_by`.execute(db);
  return rows[0];
}

/** A command on its way to its device. */
export interface Delivery extends CommandRef {
  commandType: CommandType;
  requestedBy: string;
  expiresAt: string;
  /** What the device's person shares now. */
  capabilities: Capability[];
  paused: boolean;
}

/** The open commands of these devices, marked as sent. Asked again, it gives the same ones again. */
export async function takeDeliveries(db: Database, deviceIds: readonly number[]): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    update commands c set
      step = case c.step when 'QUEUED' then 'SENT' else c.step end,
      sent_at = coalesce(c.sent_at, now())
    from devices d, users u
    where c.device_id = any(${deviceIds}::bigint[]) and ${open} and c.expires_at > now()
      and d.id = c.device_id and u.id = c.requested_by
    returning c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType",
      u.username as "requestedBy", ${isoTime(sql`c.expires_at`)} as "expiresAt", d.capabilities,
      d.paused_at is not null as paused`.execute(db);
  return rows;
}

/** The devices have begun. Gives back those commands for which that is news. */
export async function markRunning(db: Database, commands: readonly CommandRef[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    update commands c set step = 'RUNNING', running_at = now()
    from ${refsTable(commands)} where c.id = r.id and c.device_id = r.device_id and c.step in ('QUEUED', 'SENT')
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** Keeps how far commands are. Gives back those for which that is news. */
export async function recordProgress(
  db: Database,
  commands: readonly (CommandRef & { percent: number })[],
): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    update commands c set progress = r.percent
    from unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
      ${commands.map(({ deviceId }) => deviceId)}::bigint[],
      ${commands.map(({ percent }) => percent)}::smallint[]) as r (id, device_id, percent)
    where c.id = r.id and c.device_id = r.device_id and ${open} and c.progress is distinct from r.percent
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** Ends commands without success. Gives back those that had not ended before. */
export async function markFailed(
  db: Database,
  commands: readonly (CommandRef & { reason: string })[],
): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    update commands c set step = 'FAILED', finished_at = now(), error_details = r.reason
    from unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
      ${commands.map(({ deviceId }) => deviceId)}::bigint[],
      ${commands.map(({ reason }) => reason)}::text[]) as r (id, device_id, reason)
    where c.id = r.id and c.device_id = r.device_id and ${open}
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/**
 * Ends a command with success, or as failed when its capability was withdrawn meanwhile. Undefined when it had ended
 * before: its rows must not be applied again.
 */
export async function finishCommand(
  db: Database,
  { commandId, deviceId }: CommandRef,
  capability: Capability,
  notShared: string,
): Promise<StepType | undefined> {
  const { rows } = await sql<{ step: StepType }>`
    update commands c set finished_at = now(),
      step = case when ${capability} = any(d.capabilities) then 'DONE' else 'FAILED' end,
      error_details = case when ${capability} = any(d.capabilities) then null else ${notShared} end
    from devices d
    where c.id = ${commandId} and c.device_id = ${deviceId} and d.id = c.device_id and ${open} and c.expires_at > now()
    returning c.step`.execute(db);
  return rows[0]?.step;
}

/** Ends commands whose deadline has passed. */
export async function expireCommands(db: Database, reason: string): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    update commands set step = 'EXPIRED', finished_at = now(), error_details = ${reason}
    where ${open} and expires_at <= now()
    returning id as "commandId", device_id as "deviceId"`.execute(db);
  return rows;
}

/** Whether this device was ever given this command. */
export async function commandExists(db: Database, { commandId, deviceId }: CommandRef): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = ${commandId} and device_id = ${deviceId}`.execute(db);
  return rows.length > 0;
}

/** A device's commands of one type, latest first. */
export function listCommands(
  db: Database,
  scope: Scope,
  input: { deviceId: number; commandType: CommandType; page: number; pageSize: number },
): Promise<JsonPage> {
  const where = sql`c.device_id = ${input.deviceId} and c.command_type = ${input.commandType}
    and ${inScope(scope, sql`c.device_id`)}`;
  return selectPage(
    db,
    {
      rows: sql`select ${commandFields} from commands c join users u on u.id = c.requested_by
        where ${where} order by c.id desc`,
      total: sql`select count(*) from commands c where ${where}`,
    },
    input,
  );
}

/** A device's commands that have not ended. */
export async function listOpenCommands(db: Database, scope: Scope, deviceId: number): Promise<Command[]> {
  const { rows } = await sql<Command>`
    select ${commandFields} from commands c join users u on u.id = c.requested_by
    where c.device_id = ${deviceId} and ${open} and ${inScope(scope, sql`c.device_id`)} order by c.id`.execute(db);
  return rows;
}

function refsTable(commands: readonly CommandRef[]) {
  return sql`unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
    ${commands.map(({ deviceId }) => deviceId)}::bigint[]) as r (id, device_id)`;
}
