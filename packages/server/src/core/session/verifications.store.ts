import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Removes codes that can no longer be used. */
export async function deleteExpiredVerifications(db: Database): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
