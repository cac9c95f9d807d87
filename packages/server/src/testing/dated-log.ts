import type { AuditAction, AuditDetails } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { TestServer } from './servers/test-server.ts';

/** A log entry with a given time. */
export interface DatedEntry {
  at: string;
  who: string;
  actorId?: number;
  action?: AuditAction;
  subject: string;
  details?: AuditDetails;
}

/**
 * Adds entries with given, increasing times to a device's log. They are not part of the hash chain, so such a
 * log can be read but does not verify.
 */
export async function addDatedEntries(
  server: TestServer,
  deviceId: number,
  entries: readonly DatedEntry[],
): Promise<void> {
  await server.services.db.transaction().execute(async (db) => {
    await sql`set local fairwatch.chaining = 'on'`.execute(db);
    await sql`insert into audit_entries (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details,
        previous_hash, hash)
      select ${deviceId}, h.sequence + e.place, e.at, e.actor_id, e.who, e.action, e.subject, e.details, '', sha256('')
      from audit_heads h, unnest(${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ actorId }) => actorId ?? null)}::bigint[],
        ${entries.map(({ who }) => who)}::text[], ${entries.map(({ action }) => action ?? 'READ')}::text[],
        ${entries.map(({ subject }) => subject)}::text[], ${entries.map(({ details }) => JSON.stringify(details ?? {}))}::jsonb[]
      ) with ordinality as e (at, actor_id, who, action, subject, details, place)
      where h.device_id = ${deviceId}`.execute(db);
    await sql`update audit_heads set sequence = sequence + ${entries.length} where device_id = ${deviceId}`.execute(db);
  });
}
