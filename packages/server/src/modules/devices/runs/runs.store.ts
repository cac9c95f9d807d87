import type { AdminRole, RunAction, Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { storableJson } from '../../../core/storable-text.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { RunStep } from './run-steps.ts';
import { statedBy } from '../../../shared/disclosure/reasons.store.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { capabilityOf } from '../../commands/told-commands-sql.ts';
import { accessObject, type DeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { deviceSources } from '../../../shared/device-state/device-fields.ts';
import { refusalToTell } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { inScope } from '../../../shared/scope-sql.ts';

/** Who a run is for: the admin who started it, or whose schedule did. */
export interface Requester {
  userId: number;
  username: string;
  adminRole: AdminRole;
}

interface NewRun {
  clientId: string;
  action: RunAction['action'];
  title: string;
  requestedBy: number;
  schedule: { id: number; name: string } | null;
  reason: string;
  deviceIds: readonly number[];
  /** The bytes of its items (`RunSize`). */
  bytes: number;
}

/**
 * Inserts a run without items. Null when this admin has a run with this client id: then a repeated request must answer with that one.
 */
export async function insertRun(db: Database, run: NewRun): Promise<number | null> {
  const { clientId, action, title, requestedBy, schedule, reason, deviceIds, bytes } = run;
  const [only, ...others] = deviceIds;
  const { rows } = await sql<{ id: number }>`
    insert into runs (client_id, action, title, requested_by, schedule_id, schedule_name, reason, devices, device_id, bytes)
    values (${clientId}, ${action}, ${title}, ${requestedBy}, ${schedule?.id ?? null}, ${schedule?.name ?? null}, ${reason},
      ${deviceIds.length}, ${others.length === 0 ? (only ?? null) : null}, ${bytes})
    on conflict (requested_by, client_id) do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Finds the run that this admin started with this client id; undefined when there is none. */
export async function findRunByClientId(
  db: Database,
  { clientId, requestedBy }: { clientId: string; requestedBy: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where client_id = ${clientId} and requested_by = ${requestedBy}`.execute(db);
  return rows[0]?.id;
}

/** Like `findRunByClientId`, for a run that exists because its insert found it. */
export async function requireRunByClientId(
  db: Database,
  run: { clientId: string; requestedBy: number },
): Promise<number> {
  const id = await findRunByClientId(db, run);
  if (id === undefined) throw new Error('A run that prevented an insert exists.');
  return id;
}

/** A run that gets items. */
interface FilledRun {
  id: number;
  requestedBy: number;
}

/**
 * The turn after which the next items of an admin on a device come: that of their last unfinished one, or else the one before the present
 * turn. So the items of several admins take turns, however many one of them has. Plan: `run_items_unfinished`.
 */
export const lastTurn = (requestedBy: number, deviceId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(greatest(max(w.turn) filter (where w.requested_by = ${requestedBy}), min(w.turn) - 1), 0) from run_items w
  where w.device_id = ${deviceId} and w.finished_at is null and w.kind = 'COMMAND')`;

/** Inserts each step for each device, in the order of the steps. */
export async function insertItems(
  db: Database,
  { id, requestedBy }: FilledRun,
  deviceIds: readonly number[],
  steps: readonly RunStep[],
): Promise<void> {
  await sql`
    with concerned as materialized (
      select d.id, ${lastTurn(requestedBy, sql`d.id`)} as last_turn from unnest(${deviceIds}::bigint[]) as d (id)
    )
    insert into run_items (run_id, requested_by, device_id, kind, command_type, capability, params, details, turn)
    select ${id}, ${requestedBy}, d.id, s.kind, s.command_type, s.capability, s.params, s.details, d.last_turn + s.place
    from unnest(${steps.map(({ kind }) => kind)}::text[], ${steps.map(({ commandType }) => commandType)}::text[],
      ${steps.map(({ capability }) => capability)}::text[], ${steps.map(({ params }) => storableJson(params))}::jsonb[],
      ${steps.map(({ details }) => storableJson(details))}::jsonb[])
      with ordinality as s (kind, command_type, capability, params, details, place)
      cross join concerned d
    order by s.place, d.id`.execute(db);
}

/** Finds whether a client takes several files in one command; false for a device that does not exist. */
export async function takesLists(db: Database, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ lists: boolean }>`
    select coalesce((offers -> 'lists')::boolean, false) as lists from devices where id = ${deviceId}`.execute(db);
  return rows[0]?.lists ?? false;
}

/** Copies the items that did not succeed into a new run, in their order. Items of devices that have left are skipped. */
export async function copyUnsuccessfulItems(db: Database, from: number, { id, requestedBy }: FilledRun): Promise<void> {
  await sql`
    with copied as materialized (
      select i.*, row_number() over (partition by i.device_id order by i.id) as place
      from run_items i join devices d on d.id = i.device_id and d.left_at is null
      where i.run_id = ${from} and i.state in ('FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED')
    ), concerned as materialized (
      select d.id, ${lastTurn(requestedBy, sql`d.id`)} as last_turn from (select distinct device_id as id from copied) as d
    )
    insert into run_items (run_id, requested_by, device_id, kind, command_type, capability, params, details, turn)
    select ${id}, ${requestedBy}, i.device_id, i.kind, i.command_type, i.capability, i.params, i.details, d.last_turn + i.place
    from copied i join concerned d on d.id = i.device_id order by i.id`.execute(db);
}

/** Deletes finished runs and their items after their retention. */
export async function deleteOldRuns(db: Database, keptMs: number): Promise<void> {
  await sql`
    with old as (
      delete from runs where finished_at < now() - ${keptMs} * interval '1 millisecond' returning id
    )
    delete from run_items where run_id in (select id from old)`.execute(db);
}

interface Cancellation {
  runId: number;
  by: { id: number; name: string };
  /** The path of the endpoint, for the audit entries. */
  subject: string;
  reason: string;
}

/** Marks a run as cancelled, and its waiting items, which it locks in the order of their ids. False when it had finished. */
export async function cancelWaiting(db: Database, { runId, reason }: Cancellation): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      update runs set cancelled_at = coalesce(cancelled_at, now())
      where id = ${runId} and finished_at is null returning id`.execute(transaction);
    if (rows.length === 0) return false;
    await sql`
      with waiting as (
        select id from run_items where run_id = ${runId} and num_nulls(finished_at) = 1 and state = 'WAITING' order by id for update
      )
      update run_items i set state = 'CANCELLED', reason = ${reason}, finished_at = now()
      from waiting where i.id = waiting.id`.execute(transaction);
    return true;
  });
}

/**
 * Cancels the open commands of a run and logs each, in one statement. Returns them. Plan: the run's open items by `run_items_unfinished_of_run`, their
 * commands by primary key, locked in the order of their ids. The trigger `audit_entries_chain` adds the entries to the hash chains.
 */
export async function cancelOpenCommands(db: Database, cancellation: Cancellation): Promise<CancelledCommand[]> {
  const { runId, by, subject, reason } = cancellation;
  const stated = statedBy({ actor: sql`${by.id}::bigint`, device: sql`c.device_id`, capability: capabilityOf(sql`c`) });
  const { rows } = await sql<CancelledCommand>`
    with open as (
      select c.id from run_items i join commands c on c.id = i.command_id
      where i.run_id = ${runId} and num_nulls(i.finished_at) = 1 and i.state = 'OPEN' and c.finished_at is null order by c.id for update of c
    ), cancelled as (
      update commands c set step = 'CANCELLED', finished_at = now(), error_details = ${reason}
      from open where c.id = open.id returning c.*
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select c.device_id, ${by.id}::bigint, ${by.name}, 'CANCEL', ${subject},
        c.details - 'reason' - 'approvedBy' || ${stated} || jsonb_build_object('commandId', c.id, 'commandType', c.command_type)
      from cancelled c order by c.device_id
    )
    select id as "commandId", device_id as "deviceId", command_type as "commandType" from cancelled`.execute(db);
  return rows;
}

/** What decides whether an action could be carried out on a device now. */
export interface PreviewedDevice {
  access: DeviceAccess;
  /** Why commands of these capabilities may not be given; null for those that may. */
  refusals: Partial<Record<Capability, DeviceAccess['refusal']>> | null;
  online: boolean;
}

/** Reads what the disclosure policy says of commands of these capabilities to devices, by primary key for each. */
export async function findDevicesForPreview(
  db: Database,
  scope: Scope,
  {
    deviceIds,
    capabilities,
    isStated,
  }: { deviceIds: readonly number[]; capabilities: readonly Capability[]; isStated: boolean },
): Promise<PreviewedDevice[]> {
  const disclosure = {
    admin: sql`${scope.userId}::bigint`,
    told: sql`kind.told`,
    action: 'COMMAND' as const,
    live: sql<boolean>`kind.told <> 'NOTIFICATIONS'`,
    isInScope: inScope(scope, sql`d.id`),
    isPermitted: sql<boolean>`true`,
    isStated: sql<boolean>`${isStated}::boolean`,
  };
  // A reason is given for one kind of data. What uses several, such as an update of everything, is asked about by kind.
  const only = capabilities.length === 1 ? capabilities[0] : undefined;
  const { rows } = await sql<PreviewedDevice>`
    select ${accessObject({ ...disclosure, told: only ?? 'DEVICE' }, sql`null`)} as access, n.id is not null as online, (
      select json_object_agg(kind.told, ${refusalToTell(disclosure)}) from unnest(${capabilities}::text[]) as kind (told)) as refusals
    from ${deviceSources} where d.id = any(${deviceIds}::bigint[]) and d.left_at is null`.execute(db);
  return rows;
}
