import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { storableText } from '../../../core/storable-text.ts';

/** Why an admin or a guardian ended a device; its person is shown this. */
export interface Ending {
  /** The admin who ended it, or the name that the guardian signed with. */
  endedBy: string;
  reason: string;
  endedAt: string;
}

const columns = sql`ended_by as "endedBy", reason, ${isoTime(sql`ended_at`)} as "endedAt"`;

/** Stores what a device is told when it reconnects. Call it while the device still has its token. */
export async function insertEnding(
  db: Database,
  deviceId: number,
  { endedBy, reason }: Omit<Ending, 'endedAt'>,
): Promise<void> {
  await sql`
    insert into ended_devices (device_id, token_hash, ended_by, reason)
    select id, token_hash, ${endedBy}, ${storableText(reason)} from devices
    where id = ${deviceId} and token_hash is not null`.execute(db);
}

export async function findEnding(db: Database, deviceId: number): Promise<Ending | undefined> {
  const { rows } = await sql<Ending>`select ${columns} from ended_devices where device_id = ${deviceId}`.execute(db);
  return rows[0];
}

/** Finds the endings of devices by the hashes of their former tokens; the keys are in hex. */
export async function findEndingsByToken(db: Database, tokenHashes: readonly Buffer[]): Promise<Map<string, Ending>> {
  const { rows } = await sql<Ending & { tokenHash: string }>`
    select encode(token_hash, 'hex') as "tokenHash", ${columns} from ended_devices
    where token_hash = any(${tokenHashes}::bytea[])`.execute(db);
  return new Map(rows.map(({ tokenHash, ...ending }) => [tokenHash, ending]));
}

export async function deleteOldEndings(db: Database, keptMs: number): Promise<void> {
  await sql`delete from ended_devices where ended_at < now() - ${keptMs} * interval '1 millisecond'`.execute(db);
}
