import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** What somebody did, or tried to do, to a device. */
export interface AuditEntry {
  deviceId: number;
  /** Null when no account did it. */
  actorId: number | null;
  actorName: string;
  action:
    | 'JOIN'
    | 'READ'
    | 'COMMAND'
    | 'CANCEL'
    | 'REFUSED_READ'
    | 'REFUSED_COMMAND'
    | 'CONSENT'
    | 'PAUSE'
    | 'RESUME'
    | 'LEAVE';
  /** The path of the endpoint that was called, or of the socket that it was said over. */
  subject: string;
  details?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Adds an entry to its device's chain. The database gives it its place and hash, one writer at a time. */
export async function appendAudit(db: Database, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
    values (${entry.deviceId}, ${entry.actorId}, ${entry.actorName}, ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.details ?? {})})`.execute(db);
}

/** Whether a chain holds, and if not, the first place where it does not. */
export interface AuditVerdict {
  entries: number;
  brokenAt: number | null;
}

const entriesPerStep = 1000;

/** Walks a device's chain and computes every hash anew, apart from the database's own arithmetic. */
export async function verifyAudit(db: Database, deviceId: number): Promise<AuditVerdict> {
  let entries = 0;
  let previousHash = '';
  for (;;) {
    const chain = await readChain(db, deviceId, entries);
    for (const { sequence, fields, previous, hash } of chain) {
      const linked = sequence === entries + 1 && previous === previousHash;
      if (!linked || hash !== sha256([...fields, previous])) return { entries, brokenAt: entries + 1 };
      entries += 1;
      previousHash = hash;
    }
    if (chain.length < entriesPerStep) return { entries, brokenAt: null };
  }
}

async function readChain(db: Database, deviceId: number, after: number) {
  const { rows } = await sql<{ sequence: number; fields: string[]; previous: string; hash: string }>`
    select sequence, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash,
      array[device_id::text, sequence::text,
        to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        coalesce(actor_id::text, ''), actor_name, action, subject, details::text] as fields
    from audit_entries where device_id = ${deviceId} and sequence > ${after}
    order by sequence limit ${entriesPerStep}`.execute(db);
  return rows;
}

/** The same serialisation as `audit_hash` in the migrations: each field after its length in bytes. */
function sha256(fields: readonly string[]): string {
  const hash = createHash('sha256');
  for (const field of fields) hash.update(`${Buffer.byteLength(field)}:${field}`);
  return hash.digest('hex');
}
