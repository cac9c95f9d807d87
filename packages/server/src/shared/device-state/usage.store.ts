import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** What a device sends under a quota: files for commands, and files of tickets. */
export type UsageKind = 'UPLOADS' | 'TICKET_FILES';

const today = sql`(now() at time zone 'utc')::date`;

interface Charge {
  deviceId: number;
  kind: UsageKind;
  /** Bytes to add to today's usage. */
  bytes: number;
  /** Bytes that must be left of today's quota; otherwise nothing is charged. */
  needed: number;
  quota: number;
}

/** Adds bytes to a device's usage of today. Returns the day they are charged to; null when too little is left. */
export async function chargeUsage(db: Database, charge: Charge): Promise<string | null> {
  const { deviceId, kind, bytes, needed, quota } = charge;
  const { rows } = await sql<{ day: string }>`
    insert into device_usage (device_id, kind, day, bytes)
    select ${deviceId}, ${kind}, ${today}, ${bytes}::bigint where ${needed}::bigint <= ${quota}::bigint
    on conflict (device_id, kind, day) do update set bytes = device_usage.bytes + excluded.bytes
      where device_usage.bytes + ${needed}::bigint <= ${quota}::bigint
    returning day::text`.execute(db);
  return rows[0]?.day ?? null;
}

/** Refunds bytes that were charged and did not arrive. */
export async function refundUsage(
  db: Database,
  { deviceId, kind, day, bytes }: { deviceId: number; kind: UsageKind; day: string; bytes: number },
): Promise<void> {
  await sql`
    update device_usage set bytes = greatest(0, bytes - ${bytes}::bigint)
    where device_id = ${deviceId} and kind = ${kind} and day = ${day}::date`.execute(db);
}

/** Deletes the usage of a device that leaves. */
export async function deleteUsage(db: Database, deviceId: number): Promise<void> {
  await sql`delete from device_usage where device_id = ${deviceId}`.execute(db);
}

/** Deletes the usage of days before today, which no quota counts any more. */
export async function deleteOldUsage(db: Database): Promise<void> {
  await sql`delete from device_usage where day < ${today}`.execute(db);
}
