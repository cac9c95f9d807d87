import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

const secretKey = 'content.secret';

/**
 * Reads the key that signs content links, creating it once. It is stored in the settings, so that links survive a restart
 * and any server accepts them.
 */
export async function readLinkSecret(db: Database): Promise<Buffer> {
  const made = JSON.stringify(randomBytes(32).toString('base64url'));
  const { rows } = await sql<{ value: string }>`
    insert into settings (key, value) values (${secretKey}, ${made}::jsonb)
    on conflict (key) do update set value = settings.value returning value #>> '{}' as value`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The secret of tickets could not be stored.');
  return Buffer.from(row.value, 'base64url');
}

/** Finds when a session ends, and with it its links. */
export async function findSessionEnd(db: Database, tokenHash: Buffer): Promise<Date> {
  const { expires_at } = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return expires_at;
}
