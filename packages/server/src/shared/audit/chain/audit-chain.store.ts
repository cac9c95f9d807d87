import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { auditMac } from '../../schema/audit-key.ts';
import type { Database } from '../../schema/schema.ts';
import type { AuditKeys } from '../../../core/vault.ts';

/** A stored entry with the input of its hash. */
export interface ChainEntry {
  sequence: number;
  /**
   * How the entry is protected. 1: SHA-256 over every field. 2: a keyed hash over a digest of the details. 3: like 1, with
   * its details erased and sealed since.
   */
  scheme: 1 | 2 | 3;
  /** The input of its hash (in scheme 3 of its seal) besides the previous hash. The second field is its sequence. */
  fields: string[];
  previous: string;
  hash: string;
  /** The day whose key was used for the hash or seal. */
  keyDay: string | null;
  /** True when the entry is more than a day older than its key, which no honest writer produces. */
  olderThanKey: boolean;
  digest: string | null;
  /** `salt` and `personal` are what the digest covers; null once erased. */
  salt: string | null;
  personal: string | null;
  /** True when details were erased only in part. */
  halfErased: boolean;
  /** Which entries this one allows to be erased: all of the chain, or these; null when none. */
  erases: 'all' | number[] | null;
}

/** The end of a chain by its last entry, and by its stored head. Null where there is none. */
export interface ChainEnd {
  lastSequence: number | null;
  headSequence: number | null;
  headHash: string | null;
}

/** The last entry that was written without a key, sealed when keys were introduced. */
export interface OldHead {
  sequence: number;
  hash: string;
  keyDay: string;
  seal: string;
}

/** A log in which each entry contains the hash of the previous one. */
export interface AuditChain {
  /** 0 for the access log. */
  deviceId: number;
  /** Builds the input of the hash of a scheme 2 entry from its fields and the previous hash. */
  message(fields: readonly string[], previous: string): Buffer;
  /** Reads entries after a sequence, in order. */
  read(range: { after: number; limit: number }): Promise<ChainEntry[]>;
  end(): Promise<ChainEnd>;
  /** Finds the sequence of the entry with this hash; null when there is none. */
  find(hash: string): Promise<number | null>;
  /** Null when every entry must have a key. */
  oldHead(): Promise<OldHead | null>;
}

/** Returns the log of one device as a chain. */
export function deviceChain(db: Database, deviceId: number): AuditChain {
  return {
    deviceId,
    message: deviceMessage,
    oldHead: () => readOldHead(db, deviceId),
    read: (range) => readChain(db, deviceId, range),
    end: () => readChainEnd(db, deviceId),
    find: (hash) => findByHash(db, deviceId, hash),
  };
}

export interface ChainedDevice {
  id: number;
  name: string;
}

/** Reads a page of devices after this id. Every device has a log, because joining is its first entry. */
export async function readChainedDevices(db: Database, after: number, limit: number): Promise<ChainedDevice[]> {
  return await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Reads a page of entries by the unique index on (`device_id`, `sequence`). `fields` must list exactly what the hash
 * function of each scheme covers (`audit_hash`, `keyed_audit_hash`, and those of the access log).
 */
async function readChain(
  db: Database,
  deviceId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ChainEntry[]> {
  const { rows } = await sql<ChainEntry>`
    select sequence, scheme, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash,
      case scheme
        when 1 then array[device_id::text, sequence::text, utc_text(recorded_at), coalesce(actor_id::text, ''),
          actor_name, action, subject, coalesce(details::text, '')]
        when 2 then array[device_id::text, sequence::text, encode(timestamptz_send(recorded_at), 'hex'),
          coalesce(actor_id, 0)::text, encode(details_digest, 'hex'), case when by_person then 'person' else 'admin' end,
          case when by_person then '' else actor_name end, action, subject]
        else array[device_id::text, sequence::text, 'device-3', utc_text(recorded_at), to_char(key_day, 'YYYY-MM-DD'),
          coalesce(actor_id::text, ''), case when by_person then 'person' else 'admin' end, actor_name, action, subject,
          encode(hash, 'hex')]
      end as fields,
      ${keyColumns}, sized(case when by_person then actor_name else '' end) || details::text as personal,
      details is null and (details_salt is not null or (by_person and actor_name <> '')) as "halfErased",
      case when action in ('LEAVE', 'END') then 'all' end as erases
    from audit_entries where device_id = ${deviceId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db);
  return rows;
}

/** The columns about keys and digests, which all chains have. */
export const keyColumns = sql`to_char(key_day, 'YYYY-MM-DD') as "keyDay",
  coalesce(recorded_at < (key_day - 1)::timestamp at time zone 'UTC', false) as "olderThanKey",
  encode(details_digest, 'hex') as digest, encode(details_salt, 'hex') as salt`;

/** Finds the last entry of a chain from before there were keys. Device 0 is the access log. */
export async function readOldHead(db: Database, deviceId: number): Promise<OldHead | null> {
  const { rows } = await sql<OldHead>`
    select sequence, encode(hash, 'hex') as hash, to_char(key_day, 'YYYY-MM-DD') as "keyDay", encode(seal, 'hex') as seal
    from audit_old_heads where device_id = ${deviceId}`.execute(db);
  return rows[0] ?? null;
}

/** Reads both ends in one statement, so that they belong to the same moment while others write. */
async function readChainEnd(db: Database, deviceId: number): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    select (select max(sequence) from audit_entries where device_id = ${deviceId}) as "lastSequence",
      h.sequence as "headSequence", encode(h.hash, 'hex') as "headHash"
    from (select ${deviceId}::bigint as device_id) as asked left join audit_heads h using (device_id)`.execute(db);
  const [end] = rows;
  if (end === undefined) throw new Error('A left join of one row returns one row.');
  return end;
}

/** Finds the sequence of the entry with this hash; null when there is none. */
async function findByHash(db: Database, deviceId: number, hash: string): Promise<number | null> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from audit_entries
    where device_id = ${deviceId} and hash = decode(${hash}, 'hex') limit 1`.execute(db);
  return rows[0]?.sequence ?? null;
}

const sequenceField = 1;

/**
 * Computes what an entry should contain: its hash, or its seal in scheme 3. This repeats the database's computation
 * independently. `sequence` computes it as if the entry stood elsewhere, to recognise moved entries.
 */
export function expectedProof(chain: AuditChain, entry: ChainEntry, keys: AuditKeys, sequence?: number): string {
  const { scheme, fields, previous, keyDay } = entry;
  const own = sequence === undefined ? fields : fields.with(sequenceField, String(sequence));
  if (scheme === 1) return sha256([...own, previous]);
  const message = scheme === 2 ? chain.message(own, previous) : sizedFields([...own, previous]);
  return auditMac(keys(keyDay ?? ''), message);
}

/** Builds the same bytes as `keyed_audit_hash` in the database: numbers in binary, texts with their length before them. */
function deviceMessage(fields: readonly string[], previous: string): Buffer {
  const [deviceId = '', sequence = '', time = '', actorId = '', digest = '', who = '', ...texts] = fields;
  return Buffer.concat([
    Buffer.from('device-2'),
    int8(deviceId),
    int8(sequence),
    Buffer.from(time, 'hex'),
    int8(actorId),
    Buffer.from(digest, 'hex'),
    Buffer.from(who),
    sizedFields(texts),
    Buffer.from(previous, 'hex'),
  ]);
}

function int8(text: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(text));
  return bytes;
}

/** Returns the proof that is stored in an entry: its hash, or its seal in scheme 3. */
export function storedProof({ scheme, hash, digest }: ChainEntry): string | null {
  return scheme === 3 ? digest : hash;
}

/** True when the personal data of an entry matches its digest, or is erased. */
export function matchesDigest({ scheme, personal, salt, digest }: ChainEntry): boolean {
  if (scheme !== 2 || personal === null) return true;
  return (
    createHash('sha256')
      .update(Buffer.from(salt ?? '', 'hex'))
      .update(personal)
      .digest('hex') === digest
  );
}

/** Computes the seal of the last entry without a key. */
export function sealOf({ sequence, hash, keyDay }: OldHead, deviceId: number, keys: AuditKeys): string {
  return auditMac(keys(keyDay), sizedFields(['old-head', String(deviceId), String(sequence), hash, keyDay]));
}

/**
 * Encodes each field with its length in bytes before it, as `sized` in the database does, so that no two lists of fields have the same
 * bytes.
 */
export function sizedFields(fields: readonly string[]): Buffer {
  return Buffer.from(fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join(''));
}

function sha256(fields: readonly string[]): string {
  return createHash('sha256').update(sizedFields(fields)).digest('hex');
}
