import type { AuditAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { storableJson } from '../storable-text.ts';

/** What somebody did, or tried to do, to a device. */
export interface AuditEntry {
  deviceId: number;
  /** Null when no account did it. */
  actorId: number | null;
  actorName: string;
  action: AuditAction;
  /** The path of the endpoint that was called, or of the socket that it was said over. */
  subject: string;
  details?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Adds an entry to its device's chain. The database gives it its place and hash, one writer at a time. */
export async function appendAudit(db: Database, { deviceId, ...entry }: AuditEntry): Promise<void> {
  await appendAudits(db, [deviceId], entry);
}

/** Adds the same entry to the chains of several devices. In the order of their ids: two who do so never wait in a ring. */
export async function appendAudits(
  db: Database,
  deviceIds: readonly number[],
  { actorId, actorName, action, subject, details = {} }: Omit<AuditEntry, 'deviceId'>,
): Promise<void> {
  await sql`
    insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
    select device_id, ${actorId}::bigint, ${actorName}::text, ${action}::text, ${subject}::text, ${storableJson(details)}::jsonb
    from unnest(${deviceIds}::bigint[]) as concerned (device_id) order by device_id`.execute(db);
}
