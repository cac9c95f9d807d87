import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Removes questions to passkeys that nobody may answer any more. */
export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
