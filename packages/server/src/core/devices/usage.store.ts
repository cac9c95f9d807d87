import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** What a device sends that has a quota: files for commands, and files of tickets. */
export type UsageKind = 'UPLOADS' | 'TICKET_FILES';

const today = sql`(now() at time zone 'utc')::date`;

interface Charge {
  deviceId: number;
  kind: UsageKind;
  /** Counted from now on. */
  bytes: number;
  /** At least this much must be left of the day's quota, or nothing is counted. */
  needed: number;
  quota: number;
}

/** Counts bytes of a device towards its quota of today. Gives back the day that they count for; null when it has too little. */
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

/** Takes back what was counted and then not sent. */
export async function refundUsage(
  db: Database,
  { deviceId, kind, day, bytes }: { deviceId: number; kind: UsageKind; day: string; bytes: number },
): Promise<void> {
  await sql`
    update device_usage set bytes = greatest(0, bytes - ${bytes}::bigint)
    where device_id = ${deviceId} and kind = ${kind} and day = ${day}::date`.execute(db);
}

/** Forgets how much a device has sent, when it leaves. */
export async function deleteUsage(db: Database, deviceId: number): Promise<void> {
  await sql`delete from device_usage where device_id = ${deviceId}`.execute(db);
}

/** Forgets the days before today: their quotas count no more. */
export async function deleteOldUsage(db: Database): Promise<void> {
  await sql`delete from device_usage where day < ${today}`.execute(db);
}
