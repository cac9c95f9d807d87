import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** An entry as it is stored, with what its hash is made of. */
export interface ChainEntry {
  sequence: number;
  fields: string[];
  previous: string;
  hash: string;
}

/** Where a chain ends: by its last entry, and by the anchor beside it. Null when there is none. */
export interface ChainEnd {
  lastSequence: number | null;
  headSequence: number | null;
  headHash: string | null;
}

/** A log whose entries each carry the hash of the one before. */
export interface AuditChain {
  /** Some entries after a place, in their order. */
  read(range: { after: number; limit: number }): Promise<ChainEntry[]>;
  end(): Promise<ChainEnd>;
  /** Where an entry with this hash stands; null when there is none. */
  find(hash: string): Promise<number | null>;
}

/** The log of one device. */
export function deviceChain(db: Database, deviceId: number): AuditChain {
  return {
    read: (range) => readChain(db, deviceId, range),
    end: () => readChainEnd(db, deviceId),
    find: (hash) => findByHash(db, deviceId, hash),
  };
}

export interface ChainedDevice {
  id: number;
  name: string;
}

/** The devices after this id, a few at a time. Each of them has a log, from the moment it joined. */
export async function readChainedDevices(db: Database, after: number, limit: number): Promise<ChainedDevice[]> {
  return await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

async function readChain(
  db: Database,
  deviceId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ChainEntry[]> {
  const { rows } = await sql<ChainEntry>`
    select sequence, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash,
      array[device_id::text, sequence::text,
        to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        coalesce(actor_id::text, ''), actor_name, action, subject, details::text] as fields
    from audit_entries where device_id = ${deviceId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db);
  return rows;
}

/** Both ends in one statement, so that they belong to the same moment while others write. */
async function readChainEnd(db: Database, deviceId: number): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    select (select max(sequence) from audit_entries where device_id = ${deviceId}) as "lastSequence",
      h.sequence as "headSequence", encode(h.hash, 'hex') as "headHash"
    from (select ${deviceId}::bigint as device_id) as asked left join audit_heads h using (device_id)`.execute(db);
  const [end] = rows;
  if (end === undefined) throw new Error('A left join of one row returns one row.');
  return end;
}

/** Where in its chain an entry with this hash stands; null when there is none. */
async function findByHash(db: Database, deviceId: number, hash: string): Promise<number | null> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from audit_entries
    where device_id = ${deviceId} and hash = decode(${hash}, 'hex') limit 1`.execute(db);
  return rows[0]?.sequence ?? null;
}

const sequenceField = 1;

/** An entry's hash computed anew, apart from the database's own arithmetic; `sequence` as if it stood elsewhere. */
export function hashOf({ fields, previous }: ChainEntry, sequence?: number): string {
  const own = sequence === undefined ? fields : fields.with(sequenceField, String(sequence));
  return sha256([...own, previous]);
}

/** The same serialisation as `audit_hash` in the migrations: each field after its length in bytes. */
function sha256(fields: readonly string[]): string {
  const hash = createHash('sha256');
  for (const field of fields) hash.update(`${Buffer.byteLength(field)}:${field}`);
  return hash.digest('hex');
}
