import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Forgets how much a device has sent, when it leaves. */
export async function deleteUsage(db: Database, deviceId: number): Promise<void> {
  await sql`delete from device_usage where device_id = ${deviceId}`.execute(db);
}
