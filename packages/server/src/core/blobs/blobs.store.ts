import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { UploadRow } from './uploads.store.ts';

/** Any number that nobody else uses: the first half of each blob's lock. */
const blobLock = 5_274_303;
/** Another such number: shared by those who delete a blob, taken alone by whoever needs every one to stay. */
const deletionLock = 5_274_304;
const lockNotAvailable = '55P03';

/** A file that a device has sent. */
export interface ArrivedFile {
  deviceId: number;
  capability: Capability;
  commandId: number;
  sha256: string;
}

export interface BlobFacts {
  sha256: string;
  size: number;
  mimeType: string;
  thumbnail: boolean;
}

/** Notes that a blob may lie on the disk from now on. Nobody's yet: without a file of a device it is deleted again. */
export async function announceBlob(db: Database, { sha256, size, mimeType, thumbnail }: BlobFacts): Promise<void> {
  await sql`
    insert into blobs (sha256, size, mime_type, thumbnail) values (${sha256}, ${size}, ${mimeType}, ${thumbnail})
    on conflict (sha256) do nothing`.execute(db);
}

/** Makes a blob somebody's from now on: to be run together with the row that says whose. */
export function keepingBlob({ sha256, size, mimeType, thumbnail }: BlobFacts): RawBuilder<unknown> {
  return sql`
    insert into blobs (sha256, size, mime_type, thumbnail, loose)
    values (${sha256}, ${size}, ${mimeType}, ${thumbnail}, false)
    on conflict (sha256) do update set loose = false, thumbnail = blobs.thumbnail or excluded.thumbnail`;
}

/** Keeps others from placing or deleting the same bytes until this transaction ends. */
export async function holdBlob(db: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${blobLock}, hashtext(${sha256}))`.execute(db);
}

/** The same without waiting; false when somebody else holds it. */
async function tryHoldBlob(db: Database, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${blobLock}, hashtext(${sha256})) as held`.execute(db);
  return rows[0]?.held ?? false;
}

/** Longer than deleting one file takes. */
const deletionWithin = '10s';

/**
 * No blob is deleted from now on, until this connection ends. Waits for the deletion that is going on; false when
 * somebody else keeps them.
 */
export async function keepEveryBlob(db: Database): Promise<boolean> {
  await sql`set lock_timeout = ${sql.lit(deletionWithin)}`.execute(db);
  try {
    await sql`select pg_advisory_lock(${deletionLock})`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false;
    throw error;
  } finally {
    await sql`set lock_timeout = 0`.execute(db);
  }
}

/** Whether a blob may be deleted in this transaction: not while somebody needs all of them. */
async function mayDelete(db: Database): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock_shared(${deletionLock}) as held`.execute(db);
  return rows[0]?.held ?? false;
}

/** A blob as a copy of all of them needs it. One that is loose may have no bytes: it is coming or going. */
export interface BlobToCopy {
  sha256: string;
  size: number;
  thumbnail: boolean;
  loose: boolean;
}

/** All blobs in the order of their names, some at a time. */
export async function readBlobs(db: Database, after: string, limit: number): Promise<BlobToCopy[]> {
  const { rows } = await sql<BlobToCopy>`
    select sha256, size, thumbnail, loose from blobs where sha256 > ${after} order by sha256 limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Ends an upload: writes down who sent what. Sent again, it counts from now. False when the upload is gone, and then
 * the transaction must not be kept.
 */
export async function keepFile(
  db: Database,
  { id, deviceId, capability, commandId }: UploadRow,
  blob: BlobFacts,
): Promise<boolean> {
  const { rows } = await sql`
    with blob as (${keepingBlob(blob)}), file as (
      insert into device_blobs (device_id, capability, sha256, command_id)
      values (${deviceId}, ${capability}, ${blob.sha256}, ${commandId})
      on conflict (device_id, capability, sha256) do update set received_at = now(), command_id = excluded.command_id
    )
    update uploads set finished_at = now() where id = ${id} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Which of these files this device has sent before under this capability. They count as sent again. */
export async function refreshFiles(
  db: Database,
  { deviceId, capability, commandId }: Omit<ArrivedFile, 'sha256'>,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    with held as (
      select id from device_blobs
      where device_id = ${deviceId} and capability = ${capability} and sha256 = any(${hashes}::text[])
      order by id for update
    )
    update device_blobs b set received_at = now(), command_id = ${commandId} from held where b.id = held.id
    returning b.sha256`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** A file, if this device sent it under this capability, or an admin uploaded it for this device. */
export async function findDeviceBlob(
  db: Database,
  { deviceId, capability, sha256 }: Omit<ArrivedFile, 'commandId'>,
): Promise<BlobFacts | undefined> {
  const { rows } = await sql<BlobFacts>`
    select b.sha256, b.size, b.mime_type as "mimeType", b.thumbnail
    from blobs b where b.sha256 = ${sha256} and (
      exists (select from device_blobs d
        where d.device_id = ${deviceId} and d.capability = ${capability} and d.sha256 = b.sha256)
      or exists (select from uploaded_files f
        where f.device_id = ${deviceId} and f.capability = ${capability} and f.sha256 = b.sha256))`.execute(db);
  return rows[0];
}

/** Removes all files from and for a device, finished or on their way. Their bytes follow. */
export async function deleteDeviceFiles(db: Database, deviceId: number): Promise<void> {
  for (const table of ['uploads', 'admin_uploads', 'device_blobs', 'uploaded_files']) {
    await sql`delete from ${sql.id(table)} where device_id = ${deviceId}`.execute(db);
  }
}

/** Blobs that may be nobody's any more, in the order of their names, after one of them. */
export async function findLooseBlobs(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blobs b where loose and sha256 > ${after}
      and not exists (select from uploads u where u.sha256 = b.sha256 and u.finished_at is null)
      and not exists (select from admin_uploads u where u.sha256 = b.sha256)
    order by sha256 limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** Whether a device sent it, an admin uploaded it for one, somebody attached it to a ticket, or the installation offers it. */
const isKept = sql`(exists (select from device_blobs d where d.sha256 = b.sha256)
  or exists (select from uploaded_files f where f.sha256 = b.sha256)
  or exists (select from ticket_messages m where m.sha256 = b.sha256)
  or exists (select from static_files s where s.sha256 = b.sha256))`;

/**
 * Deletes a blob that nobody refers to, or notes that somebody does. An upload of the same bytes at this moment wins:
 * it holds the blob, or has written its row when we hold it. Gives back whether the bytes were deleted.
 */
export async function deleteIfLoose(
  db: Database,
  sha256: string,
  deleteBytes: (sha256: string) => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await mayDelete(transaction)) || !(await tryHoldBlob(transaction, sha256))) return false;
    const { rows } = await sql`
      delete from blobs b where sha256 = ${sha256} and loose and not ${isKept}
      returning sha256`.execute(transaction);
    if (rows.length === 0) {
      await sql`
        update blobs b set loose = false where sha256 = ${sha256} and loose and ${isKept}`.execute(transaction);
      return false;
    }
    await deleteBytes(sha256);
    return true;
  });
}
