import type { Capability, Command, CommandPhase, CommandType, StepType } from '@fairwatch/contract';
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
  params: Readonly<Record<string, unknown>>;
  /** Must be granted at this very moment. */
  capability: Capability;
  requestedBy: { id: number; name: string };
  /** The path of the endpoint, for the audit entry. */
  subject: string;
  deadlineMs: number;
}

/** A command that has not ended: a constraint ties it to the steps that are not final. */
const open = sql`finished_at is null`;

/** A command as the contract shows it; needs `c` for the command and `u` for the admin who asked. */
export const commandFields = sql`c.id, c.command_type as "commandTypeEnum", c.step as "stepType",
  ${isoTime(sql`c.created_at`)} as "createdAt",
  (extract(epoch from c.finished_at - c.created_at) * 1000)::int as "userResponseTime",
  c.error_details as "errorDetails", c.progress, c.phase, u.username as "requestedBy"`;

/** What became of a wish for a command: queued, or why not. */
export type QueuedCommand = { command: Command } | { refused: 'pending' | 'not_shared' };

/**
 * Puts commands into the queue and into the audit log, each with its entry or not at all, in one statement. At most
 * one per device; in the order of the devices, so that two servers doing the same wait for one another in turn.
 */
export async function insertCommands(db: Database, commands: readonly NewCommand[]): Promise<QueuedCommand[]> {
  const column = <Value>(read: (command: NewCommand) => Value) => sql`${commands.map(read)}`;
  const { rows } = await sql<Command & { deviceId: number; shared: boolean; queued: boolean }>`
    with asked as (
      select * from unnest(
        ${column(({ deviceId }) => deviceId)}::bigint[], ${column(({ commandType }) => commandType)}::text[],
        ${column(({ capability }) => capability)}::text[], ${column(({ requestedBy }) => requestedBy.id)}::bigint[],
        ${column(({ requestedBy }) => requestedBy.name)}::text[], ${column(({ subject }) => subject)}::text[],
        ${column(({ deadlineMs }) => deadlineMs)}::int[], ${column(({ params }) => JSON.stringify(params))}::jsonb[]
      ) as a (device_id, command_type, capability, actor_id, actor_name, subject, deadline_ms, params)
    ), sharing as (
      select a.* from asked a join devices d on d.id = a.device_id and d.left_at is null and d.paused_at is null
        and a.capability = any(d.capabilities)
    ), created as (
      insert into commands (device_id, command_type, params, requested_by, expires_at)
      select device_id, command_type, params, actor_id, now() + deadline_ms * interval '1 millisecond'
      from sharing order by device_id
      on conflict (device_id) where ${open} do nothing
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select c.device_id, s.actor_id, s.actor_name, 'COMMAND', s.subject,
        jsonb_build_object('commandId', c.id, 'commandType', c.command_type)
      from created c join sharing s on s.device_id = c.device_id order by c.device_id
    )
    select asked.device_id as "deviceId", sharing.device_id is not null as shared, c.id is not null as queued,
      ${commandFields}
    from asked left join sharing on sharing.device_id = asked.device_id
    left join created c on c.device_id = asked.device_id left join users u on u.id = c.requested_by`.execute(db);
  const byDevice = new Map(rows.map((row) => [row.deviceId, row]));
  return commands.map(({ deviceId }) => {
    const { shared = false, queued = false, deviceId: _, ...command } = byDevice.get(deviceId) ?? {};
    if (queued) return { command: command as Command };
    return { refused: shared ? 'pending' : 'not_shared' };
  });
}

/** A command on its way to its device. */
export interface Delivery extends CommandRef {
  commandType: CommandType;
  params: Record<string, unknown>;
  requestedBy: string;
  expiresAt: string;
  /** What the device's person shares now. */
  capabilities: Capability[];
  paused: boolean;
}

/**
 * The open commands of these devices, marked as sent. Asked again, it gives the same ones again. Like every step of
 * many commands it locks them in the order of their ids, so that no two of them wait for one another.
 */
export async function takeDeliveries(db: Database, deviceIds: readonly number[]): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with taken as (
      select id, expires_at from commands where device_id = any(${deviceIds}::bigint[]) and ${open}
      order by id for update
    )
    update commands c set
      step = case c.step when 'QUEUED' then 'SENT' else c.step end,
      sent_at = coalesce(c.sent_at, now())
    from taken, devices d, users u
    where c.id = taken.id and taken.expires_at > now() and d.id = c.device_id and u.id = c.requested_by
    returning c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType", c.params,
      u.username as "requestedBy", ${isoTime(sql`c.expires_at`)} as "expiresAt", d.capabilities,
      d.paused_at is not null as paused`.execute(db);
  return rows;
}

/** The devices have begun. Gives back those commands for which that is news. */
export async function markRunning(db: Database, commands: readonly CommandRef[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    with found as (
      select c.id, c.step from commands c join ${refsTable(commands)} on c.id = r.id and c.device_id = r.device_id
      order by c.id for update of c
    )
    update commands c set step = 'RUNNING', running_at = now()
    from found where c.id = found.id and found.step in ('QUEUED', 'SENT')
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** How far a command is, and what its device has begun since the last time. */
export interface Progress extends CommandRef {
  percent: number;
  phases: readonly CommandPhase[];
}

/** Keeps how far commands are. Gives back those for which that is news. */
export async function recordProgress(db: Database, commands: readonly Progress[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    with found as (
      select c.id, c.finished_at, r.percent, string_to_array(r.phases, ' ') as phases
      from commands c join unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
        ${commands.map(({ deviceId }) => deviceId)}::bigint[],
        ${commands.map(({ percent }) => percent)}::smallint[],
        ${commands.map(({ phases }) => phases.join(' '))}::text[]) as r (id, device_id, percent, phases)
        on c.id = r.id and c.device_id = r.device_id
      order by c.id for update of c
    )
    update commands c set progress = found.percent, phases = c.phases || found.phases,
      phase = coalesce(found.phases[cardinality(found.phases)], c.phase)
    from found where c.id = found.id and found.finished_at is null
      and (c.progress is distinct from found.percent or cardinality(found.phases) > 0)
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** Ends commands without success. Gives back those that had not ended before. */
export async function markFailed(
  db: Database,
  commands: readonly (CommandRef & { reason: string })[],
): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    with found as (
      select c.id, c.finished_at, r.reason
      from commands c join unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
        ${commands.map(({ deviceId }) => deviceId)}::bigint[],
        ${commands.map(({ reason }) => reason)}::text[]) as r (id, device_id, reason)
        on c.id = r.id and c.device_id = r.device_id
      order by c.id for update of c
    )
    update commands c set step = 'FAILED', finished_at = now(), error_details = found.reason
    from found where c.id = found.id and found.finished_at is null
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** A command whose answer is complete, and what its rows need. */
export interface FinishingCommand extends CommandRef {
  /** Must still be granted. */
  capability: Capability;
  /** The reason to store when it is not. */
  notShared: string;
}

/**
 * Ends commands with success, or as failed when the capability was withdrawn meanwhile. Whoever is not given back had
 * ended before: its rows must not be applied again.
 */
export async function finishCommands(
  db: Database,
  commands: readonly FinishingCommand[],
): Promise<(CommandRef & { step: StepType })[]> {
  const { rows } = await sql<CommandRef & { step: StepType }>`
    with found as (
      select c.id, c.finished_at, c.expires_at, r.capability, r.not_shared
      from commands c join unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
        ${commands.map(({ deviceId }) => deviceId)}::bigint[],
        ${commands.map(({ capability }) => capability)}::text[],
        ${commands.map(({ notShared }) => notShared)}::text[]) as r (id, device_id, capability, not_shared)
        on c.id = r.id and c.device_id = r.device_id
      order by c.id for update of c
    )
    update commands c set finished_at = now(),
      step = case when found.capability = any(d.capabilities) then 'DONE' else 'FAILED' end,
      error_details = case when found.capability = any(d.capabilities) then null else found.not_shared end
    from found, devices d
    where c.id = found.id and found.finished_at is null and found.expires_at > now() and d.id = c.device_id
    returning c.id as "commandId", c.device_id as "deviceId", c.step`.execute(db);
  return rows;
}

/** Whether the device of one of these commands has not reported one of these phases. */
export async function lacksPhases(
  db: Database,
  commandIds: readonly number[],
  phases: readonly CommandPhase[],
): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = any(${commandIds}::bigint[]) and not phases @> ${phases}::text[]`.execute(db);
  return rows.length > 0;
}

/** Ends commands whose deadline has passed. What is being written at this moment is left for the next time. */
export async function expireCommands(db: Database, reason: string): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    with overdue as (
      select id from commands where ${open} and expires_at <= now() for update skip locked
    )
    update commands c set step = 'EXPIRED', finished_at = now(), error_details = ${reason}
    from overdue where c.id = overdue.id
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** Whether this device was ever given this command. */
export async function commandExists(db: Database, { commandId, deviceId }: CommandRef): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = ${commandId} and device_id = ${deviceId}`.execute(db);
  return rows.length > 0;
}

/** A device's commands of one type or some, latest first. */
export function listCommands(
  db: Database,
  scope: Scope,
  input: { deviceId: number; commandType: CommandType | readonly CommandType[]; page: number; pageSize: number },
): Promise<JsonPage> {
  const types = [input.commandType].flat();
  const [only] = types;
  const ofType = types.length === 1 ? sql`c.command_type = ${only}` : sql`c.command_type = any(${types}::text[])`;
  const where = sql`c.device_id = ${input.deviceId} and ${ofType}
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
