import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../schema/schema.ts';

/** The head of a device's log: the device's id, and the sequence and hash (hex) of its last entry. */
export type AnchoredHead = readonly [deviceId: number, sequence: number, hash: string];

/** Reads the heads of logs that have grown since a moment, or of all logs, in pages by device id. */
export async function readHeads(
  db: Database,
  { since, after, limit }: { since: Date | null; after: number; limit: number },
): Promise<AnchoredHead[]> {
  const { rows } = await sql<{ deviceId: number; sequence: number; hash: string }>`
    select h.device_id as "deviceId", h.sequence, encode(h.hash, 'hex') as hash from audit_heads h
    where h.device_id > ${after} and h.sequence > 0 and ${since === null ? sql`true` : hasGrown(since)}
    order by h.device_id limit ${limit}`.execute(db);
  return rows.map(({ deviceId, sequence, hash }) => [deviceId, sequence, hash]);
}

function hasGrown(since: Date): RawBuilder<unknown> {
  return sql`exists (select from audit_entries e
    where e.device_id = h.device_id and e.sequence = h.sequence and e.recorded_at >= ${since})`;
}

/** Reads the head of the access log. */
export async function readAccessHead(db: Database): Promise<{ sequence: number; hash: string }> {
  const { rows } = await sql<{ sequence: number; hash: string }>`
    select sequence, encode(hash, 'hex') as hash from access_head`.execute(db);
  return rows[0] ?? { sequence: 0, hash: '' };
}

/** An entry that the anchor file has and the log does not. */
export interface LostHead {
  deviceId: number;
  sequence: number;
  /** True when the log has no entry with this sequence; false when it has another one. */
  missing: boolean;
  /** True when the log was restored from a backup after the anchor was written, which explains the missing entries. */
  restored: boolean;
}

/**
 * Finds the anchored entries that are missing or different in the logs. Each is looked up by the unique index on
 * (`device_id`, `sequence`).
 */
export async function findLostHeads(db: Database, heads: readonly AnchoredHead[], at: string): Promise<LostHead[]> {
  const { rows } = await sql<LostHead>`
    select a.device_id as "deviceId", a.sequence, e.hash is null as missing, exists (
      select from audit_entries r where r.device_id = a.device_id and r.sequence <= a.sequence and r.action = 'RESTORE'
        and r.recorded_at > ${at}::timestamptz) as restored
    from unnest(${heads.map(([deviceId]) => deviceId)}::bigint[], ${heads.map(([, sequence]) => sequence)}::bigint[],
      ${heads.map(([, , hash]) => hash)}::text[]) as a (device_id, sequence, hash)
    left join audit_entries e on e.device_id = a.device_id and e.sequence = a.sequence
    where e.hash is distinct from decode(a.hash, 'hex') order by a.device_id`.execute(db);
  return rows;
}

/** Like `findLostHeads`, for the head of the access log; null when it is there. */
export async function findLostAccessHead(
  db: Database,
  head: { sequence: number; hash: string },
  at: string,
): Promise<Omit<LostHead, 'deviceId' | 'sequence'> | null> {
  const { rows } = await sql<Omit<LostHead, 'deviceId' | 'sequence'>>`
    select e.hash is null as missing, exists (
      select from audit_entries r where r.action = 'RESTORE' and r.recorded_at > ${at}::timestamptz) as restored
    from (select ${head.sequence}::bigint as id) as a left join access_entries e using (id)
    where e.hash is distinct from decode(${head.hash}, 'hex')`.execute(db);
  return rows[0] ?? null;
}

/** Counts the devices that have reported the head of their log, with the oldest of these reports. */
export async function countReportingDevices(db: Database): Promise<{ devices: number; since: Date | null }> {
  const { rows } = await sql<{ devices: number; since: Date | null }>`
    select count(*) as devices, min(log_known_at) as since from devices
    where log_known_at is not null and left_at is null`.execute(db);
  return rows[0] ?? { devices: 0, since: null };
}
