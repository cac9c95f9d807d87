import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Numbers that a device remembers, so as to do once what it is told twice. */
const rememberedByDevices = ['commands', 'push_notifications', 'consent_requests'];

/** More than any system gave out since its backup. */
const skipped = 1_000_000_000;

/** Goes on where no device has seen a number: the same one would be taken for what it meant before the restore. */
export async function skipNumbers(db: Database): Promise<void> {
  for (const table of rememberedByDevices) {
    await sql`
      select setval(sequence, nextval(sequence) + ${skipped}::bigint)
      from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence) as of_table`.execute(db);
  }
}

/** Ends what ends once: sessions and passcodes that ended since the backup would count again. */
export async function endWhatEndsOnce(db: Database): Promise<void> {
  await sql`delete from sessions`.execute(db);
  await sql`update passcodes set expires_at = now() where used_at is null and expires_at > now()`.execute(db);
}
