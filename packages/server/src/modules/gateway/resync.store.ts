import { sql } from 'kysely';
import type { CommandRef } from '../commands/commands.store.ts';
import type { Database } from '../../shared/schema/schema.ts';
import type { BusEvents } from '../../shared/server-bus.ts';

/** What has ended is looked for so far back. While events cannot arrive it is looked every few seconds. */
const missedWithin = sql`interval '10 minutes'`;

/** Finds which of these devices have a command that was not sent yet, by the partial index `commands_one_open`. */
export async function findQueued(db: Database, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id as "deviceId" from commands
    where device_id = any(${deviceIds}::bigint[]) and finished_at is null and step = 'QUEUED'`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Finds which of these commands were cancelled or expired, by primary key. */
export async function findCancelled(db: Database, commandIds: readonly number[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    select id as "commandId", device_id as "deviceId" from commands
    where id = any(${commandIds}::bigint[]) and step in ('CANCELLED', 'EXPIRED')`.execute(db);
  return rows;
}

/** Finds which of these devices have left or were ended by an admin, by primary key. */
export async function findDeparted(db: Database, deviceIds: readonly number[]): Promise<BusEvents['deviceLeft'][]> {
  const { rows } = await sql<BusEvents['deviceLeft']>`
    select a.id as "deviceId", exists (select from ended_devices e where e.device_id = a.id) as ended
    from unnest(${deviceIds}::bigint[]) as a (id)
    where not exists (select from devices d where d.id = a.id and d.left_at is null)`.execute(db);
  return rows;
}

/** Finds requests to these devices that were withdrawn lately, by the index `consent_requests_latest`. */
export async function findWithdrawn(
  db: Database,
  deviceIds: readonly number[],
): Promise<BusEvents['consentRequestWithdrawn'][]> {
  const { rows } = await sql<BusEvents['consentRequestWithdrawn']>`
    select device_id as "deviceId", id as "requestId" from consent_requests
    where device_id = any(${deviceIds}::bigint[]) and answer = 'WITHDRAWN' and answered_at > now() - ${missedWithin}`.execute(
    db,
  );
  return rows;
}

/** Finds which of these devices have an archive for their person that was finished lately, by the index `device_archives_of_device`. */
export async function findArchived(db: Database, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct device_id as "deviceId" from device_archives
    where device_id = any(${deviceIds}::bigint[]) and requested_by is null and finished_at > now() - ${missedWithin}`.execute(
    db,
  );
  return rows.map(({ deviceId }) => deviceId);
}

/** Finds which of these live locations have ended, and how, by primary key. */
export async function findEndedLive(db: Database, sessionIds: readonly number[]): Promise<BusEvents['liveEnded'][]> {
  const { rows } = await sql<BusEvents['liveEnded']>`
    select id as "sessionId", device_id as "deviceId", ended_how as "end" from live_sessions
    where id = any(${sessionIds}::bigint[]) and ended_at is not null`.execute(db);
  return rows;
}
