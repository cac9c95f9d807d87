import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** Tables whose ids devices remember, so that they do nothing twice. */
const rememberedByDevices = ['commands', 'push_notifications', 'consent_requests'];

/** More ids than any installation uses between a backup and its restore. */
const skippedIds = 1_000_000_000;

/**
 * Advances the sequences past every id used since the backup. A device would take a reused id for the command it already
 * carried out.
 */
export async function skipUsedIds(db: Database): Promise<void> {
  for (const table of rememberedByDevices) {
    await sql`
      select setval(sequence, nextval(sequence) + ${skippedIds}::bigint)
      from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence) as of_table`.execute(db);
  }
}

/**
 * Deletes all sessions and expires open passcodes and invitations, because the backup may hold some that were ended or used after it was
 * made.
 */
export async function revokeCredentials(db: Database): Promise<void> {
  await sql`delete from sessions`.execute(db);
  await sql`update passcodes set expires_at = now() where used_at is null and expires_at > now()`.execute(db);
  await sql`update invitations set expires_at = now() where ended_at is null and expires_at > now()`.execute(db);
}
