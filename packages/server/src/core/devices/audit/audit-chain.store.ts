import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { auditMac } from '../../audit-key.ts';
import type { Database } from '../../database/schema.ts';
import type { AuditKeys } from '../../vault.ts';

/** An entry as it is stored, with what its hash is made of. */
export interface ChainEntry {
  sequence: number;
  /** 1: SHA-256 over every field. 2: keyed, over a digest of the details. 3: as 1, with its details erased and sealed since. */
  scheme: 1 | 2 | 3;
  /** What its hash is made of beside the hash before, or its seal in scheme 3. The second is its place. */
  fields: string[];
  previous: string;
  hash: string;
  /** Whose day's key it was hashed or sealed with. */
  keyDay: string | null;
  /** It was written more than a day before the day of its key. */
  olderThanKey: boolean;
  digest: string | null;
  /** What the digest covers; null once it is erased. */
  salt: string | null;
  personal: string | null;
  /** Something is left of what ought to be erased. */
  halfErased: boolean;
  /** Which entries this one allows to be erased: those of the whole chain, or these; null when none. */
  erases: 'all' | number[] | null;
}

/** Where a chain ends: by its last entry, and by the anchor beside it. Null when there is none. */
export interface ChainEnd {
  lastSequence: number | null;
  headSequence: number | null;
  headHash: string | null;
}

/** Where the entries without a key end, as it was sealed when the keys began. */
export interface OldHead {
  sequence: number;
  hash: string;
  keyDay: string;
  seal: string;
}

/** A log whose entries each carry the hash of the one before. */
export interface AuditChain {
  /** Zero for the access log. */
  deviceId: number;
  /** What the hash of an entry of scheme 2 is made of, from its fields and the hash before it. */
  message(fields: readonly string[], previous: string): Buffer;
  /** Some entries after a place, in their order. */
  read(range: { after: number; limit: number }): Promise<ChainEntry[]>;
  end(): Promise<ChainEnd>;
  /** Where an entry with this hash stands; null when there is none. */
  find(hash: string): Promise<number | null>;
  /** Null when every entry must be keyed. */
  oldHead(): Promise<OldHead | null>;
}

/** The log of one device. */
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

/** The same in every chain. */
export const keyColumns = sql`to_char(key_day, 'YYYY-MM-DD') as "keyDay",
  coalesce(recorded_at < (key_day - 1)::timestamp at time zone 'UTC', false) as "olderThanKey",
  encode(details_digest, 'hex') as digest, encode(details_salt, 'hex') as salt`;

/** Where the entries of a chain end that were written before there were keys. The access log is device 0. */
export async function readOldHead(db: Database, deviceId: number): Promise<OldHead | null> {
  const { rows } = await sql<OldHead>`
    select sequence, encode(hash, 'hex') as hash, to_char(key_day, 'YYYY-MM-DD') as "keyDay", encode(seal, 'hex') as seal
    from audit_old_heads where device_id = ${deviceId}`.execute(db);
  return rows[0] ?? null;
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

/**
 * What an entry ought to carry, computed anew and apart from the database's own arithmetic: its hash, or its seal in scheme 3.
 * `sequence` as if it stood elsewhere.
 */
export function proofOf(chain: AuditChain, entry: ChainEntry, keys: AuditKeys, sequence?: number): string {
  const { scheme, fields, previous, keyDay } = entry;
  const own = sequence === undefined ? fields : fields.with(sequenceField, String(sequence));
  if (scheme === 1) return sha256([...own, previous]);
  const message = scheme === 2 ? chain.message(own, previous) : sizedFields([...own, previous]);
  return auditMac(keys(keyDay ?? ''), message);
}

/** As `keyed_audit_hash` in migration 0050 has it: numbers in binary, texts after their length. */
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

/** What an entry carries. */
export function claimOf({ scheme, hash, digest }: ChainEntry): string | null {
  return scheme === 3 ? digest : hash;
}

/** Whether what an entry says still fits its digest. An erased one says nothing. */
export function fitsDigest({ scheme, personal, salt, digest }: ChainEntry): boolean {
  if (scheme !== 2 || personal === null) return true;
  return (
    createHash('sha256')
      .update(Buffer.from(salt ?? '', 'hex'))
      .update(personal)
      .digest('hex') === digest
  );
}

export function sealOf({ sequence, hash, keyDay }: OldHead, deviceId: number, keys: AuditKeys): string {
  return auditMac(keys(keyDay), sizedFields(['old-head', String(deviceId), String(sequence), hash, keyDay]));
}

/** Each field after its length in bytes, as the migrations have it. */
export function sizedFields(fields: readonly string[]): Buffer {
  return Buffer.from(fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join(''));
}

function sha256(fields: readonly string[]): string {
  return createHash('sha256').update(sizedFields(fields)).digest('hex');
}
