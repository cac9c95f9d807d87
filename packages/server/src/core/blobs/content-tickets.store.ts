import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

const secretKey = 'content.secret';

/** What tickets are signed with. Made once and kept in the settings: tickets outlive a restart, and any server takes them. */
export async function readTicketSecret(db: Database): Promise<Buffer> {
  const made = JSON.stringify(randomBytes(32).toString('base64url'));
  const { rows } = await sql<{ value: string }>`
    insert into settings (key, value) values (${secretKey}, ${made}::jsonb)
    on conflict (key) do update set value = settings.value returning value #>> '{}' as value`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The secret of tickets could not be stored.');
  return Buffer.from(row.value, 'base64url');
}

/** When a session ends, and with it its tickets. */
export async function findSessionEnd(db: Database, tokenHash: Buffer): Promise<Date> {
  const { expires_at } = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return expires_at;
}
