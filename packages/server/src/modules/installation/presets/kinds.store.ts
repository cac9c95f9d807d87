import type { Capability, CommandType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

/** A device that shared a kind which is no longer used. */
export interface UnsharedDevice {
  deviceId: number;
  paused: boolean;
  /** What its person still shares. */
  shared: Capability[];
}

/**
 * Takes kinds out of what devices share, and locks these devices in the order of their ids. The consents stay as they were: the person
 * withdrew nothing. Plan: a scan of `devices`; this is done when an owner changes what the installation uses.
 */
export async function unshareKinds(db: Database, kinds: readonly Capability[]): Promise<UnsharedDevice[]> {
  const named = sql`${kinds}::text[]`;
  const without = (column: string) =>
    sql`array(select had.name from unnest(${sql.ref(column)}) with ordinality as had (name, place)
      where had.name <> all(${named}) order by had.place)`;
  const { rows } = await sql<UnsharedDevice>`
    with found as materialized (
      select d.id from devices d where d.left_at is null and (d.capabilities && ${named} or d.restored_capabilities && ${named})
      order by d.id for no key update of d
    )
    update devices d set capabilities = ${without('d.capabilities')}, in_call = null,
      restored_capabilities = case when d.restored_capabilities is not null then ${without('d.restored_capabilities')} end
    from found where d.id = found.id
    returning d.id as "deviceId", d.paused_at is not null as paused, d.capabilities as shared`.execute(db);
  return rows;
}

/** Cancels every open command of these types. Plan: `commands_one_open`, which has the open commands only. */
export async function cancelCommandsOf(
  db: Database,
  types: readonly CommandType[],
  reason: string,
): Promise<CancelledCommand[]> {
  const { rows } = await sql<CancelledCommand>`
    update commands set step = 'CANCELLED', finished_at = now(), error_details = ${reason}
    where id in (
      select id from commands where finished_at is null and command_type = any(${types}::text[]) order by id for update)
      and finished_at is null
    returning id as "commandId", device_id as "deviceId", command_type as "commandType"`.execute(db);
  return rows;
}

/** Withdraws the open requests to share these kinds. */
export async function withdrawRequestsFor(
  db: Database,
  kinds: readonly Capability[],
): Promise<{ requestId: number; deviceId: number }[]> {
  const { rows } = await sql<{ requestId: number; deviceId: number }>`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where capability = any(${kinds}::text[]) and answered_at is null
    returning id as "requestId", device_id as "deviceId"`.execute(db);
  return rows;
}

/** Finds the devices with a live location or a live view, which end with their kind. */
export async function findLiveDevices(db: Database): Promise<{ location: number[]; view: number[] }> {
  const { rows } = await sql<{ location: number[]; view: number[] }>`
    select array(select device_id from live_sessions where ended_at is null order by device_id) as location,
      array(select device_id from live_views where ended_at is null order by device_id) as view`.execute(db);
  return rows[0] ?? { location: [], view: [] };
}

/** Deletes what was derived from kinds: alerts, where devices were, changes of apps, archives that contain them, and agreements to use them. */
export async function deleteDerived(db: Database, kinds: readonly Capability[]): Promise<void> {
  await sql`delete from alerts where capability = any(${kinds}::text[])`.execute(db);
  await sql`delete from device_archives where capabilities && ${kinds}::text[]`.execute(db);
  await sql`delete from approvals where capability = any(${kinds}::text[])`.execute(db);
  if (kinds.includes('APPS')) await sql`delete from app_changes`.execute(db);
  if (!kinds.includes('LOCATION')) return;
  await sql`delete from zone_presence`.execute(db);
  await sql`delete from alert_positions`.execute(db);
}
