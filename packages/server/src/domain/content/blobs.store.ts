import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../schema/schema.ts';
import type { UploadRow } from './uploads.store.ts';

/**
 * The first key of the advisory lock of each blob; the second is a hash of its name. The number is arbitrary and used
 * nowhere else.
 */
const blobLock = 5_274_303;
/**
 * The advisory lock for deletions: shared by those who delete a blob, exclusive for a backup, which needs all blobs to stay.
 */
const deletionLock = 5_274_304;
const lockNotAvailable = '55P03';

/** A file that a device has sent for a command. */
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

/** Inserts a loose blob before its bytes are on disk, so that they are found and deleted if nothing comes to own them. */
export async function insertLooseBlob(db: Database, { sha256, size, mimeType, thumbnail }: BlobFacts): Promise<void> {
  await sql`
    insert into blobs (sha256, size, mime_type, thumbnail) values (${sha256}, ${size}, ${mimeType}, ${thumbnail})
    on conflict (sha256) do nothing`.execute(db);
}

/**
 * Like `insertLooseBlob`, before the bytes are sent to a remote store: the sweep leaves a loose blob alone for an hour. One that
 * has an owner is not marked, because it must go with its last owner. Waits for a sweep that is deleting the blob. Returns a mark by
 * which `isSameBlob` recognises the row.
 */
export async function touchLooseBlob(db: Database, { sha256, size, mimeType, thumbnail }: BlobFacts): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    insert into blobs (sha256, size, mime_type, thumbnail, touched_at)
    values (${sha256}, ${size}, ${mimeType}, ${thumbnail}, now())
    on conflict (sha256) do update set touched_at = case when blobs.loose then now() end
    returning stored_at::text as mark`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An insert returns its row.');
  return row.mark;
}

/** True when the row of a blob was not deleted since `touchLooseBlob`, and its bytes with it. The caller has locked the blob. */
export async function isSameBlob(db: Database, sha256: string, mark: string): Promise<boolean> {
  const { rows } = await sql`
    select from blobs where sha256 = ${sha256} and stored_at = ${mark}::timestamptz`.execute(db);
  return rows.length > 0;
}

/**
 * Marks a blob as owned. Run it in one statement or transaction with the row that owns it. The triggers on the owning tables
 * (`loosen_blobs`) mark it as loose again when such a row is deleted.
 */
export function ownBlobQuery({ sha256, size, mimeType, thumbnail }: BlobFacts): RawBuilder<unknown> {
  return sql`
    insert into blobs (sha256, size, mime_type, thumbnail, loose)
    values (${sha256}, ${size}, ${mimeType}, ${thumbnail}, false)
    on conflict (sha256) do update set loose = false, touched_at = null, thumbnail = blobs.thumbnail or excluded.thumbnail`;
}

/** Locks a blob against parallel placing and deleting until the transaction ends. */
export async function lockBlob(db: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${blobLock}, hashtext(${sha256}))`.execute(db);
}

/** Like `lockBlob`, without waiting; false when another transaction has the lock. */
async function tryLockBlob(db: Database, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${blobLock}, hashtext(${sha256})) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** Longer than the deletion of one file takes. */
const deletionWithin = '10s';

/**
 * Suspends the deletion of blobs until this connection ends. Waits for a deletion in progress; false when another backup has
 * the lock.
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

/** True when a blob may be deleted in this transaction, which is not the case during a backup. */
async function canDelete(db: Database): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${deletionLock}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** A blob for a backup. A loose one may have no bytes, because it is being uploaded or deleted. */
export interface BlobToCopy {
  sha256: string;
  size: number;
  thumbnail: boolean;
  loose: boolean;
}

/** Reads blobs in the order of their hashes, in pages. */
export async function readBlobs(db: Database, after: string, limit: number): Promise<BlobToCopy[]> {
  const { rows } = await sql<BlobToCopy>`
    select sha256, size, thumbnail, loose from blobs where sha256 > ${after} order by sha256 limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Ends an upload: stores which device sent the blob; a repeated upload renews `received_at`. False when the upload is gone,
 * and then the caller must roll back.
 */
export async function keepFile(
  db: Database,
  { id, deviceId, capability, commandId }: UploadRow,
  blob: BlobFacts,
): Promise<boolean> {
  const { rows } = await sql`
    with blob as (${ownBlobQuery(blob)}), file as (
      insert into device_blobs (device_id, capability, sha256, command_id)
      values (${deviceId}, ${capability}, ${blob.sha256}, ${commandId})
      on conflict (device_id, capability, sha256) do update set received_at = now(), command_id = excluded.command_id
    )
    update uploads set finished_at = now() where id = ${id} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Finds which of these files this device has already sent under this capability, and renews their `received_at`. Rows are
 * locked in the order of their ids, so that two requests cannot deadlock.
 */
export async function refreshFiles(
  db: Database,
  { deviceId, capability, commandId }: Omit<ArrivedFile, 'sha256'>,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    with locked as (
      select id from device_blobs
      where device_id = ${deviceId} and capability = ${capability} and sha256 = any(${hashes}::text[])
      order by id for update
    )
    update device_blobs b set received_at = now(), command_id = ${commandId} from locked where b.id = locked.id
    returning b.sha256`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Finds a blob that this device sent under this capability, or that an admin uploaded for it. */
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

/**
 * Deletes all files from and for a device, finished or not. Triggers mark their blobs as loose, and the sweep deletes the
 * bytes.
 */
export async function deleteDeviceFiles(db: Database, deviceId: number): Promise<void> {
  for (const table of ['uploads', 'admin_uploads', 'device_blobs', 'uploaded_files']) {
    await sql`delete from ${sql.id(table)} where device_id = ${deviceId}`.execute(db);
  }
}

/** True for a blob `b` that nobody is sending to a remote store at this time. Sending takes less than an hour. */
const isUntouched = sql`(b.touched_at is null or b.touched_at < now() - interval '1 hour')`;

/** Finds loose blobs after a hash that no unfinished upload refers to, by the partial index `blobs_loose`. */
export async function findLooseBlobs(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blobs b where loose and sha256 > ${after} and ${isUntouched}
      and not exists (select from uploads u where u.sha256 = b.sha256 and u.finished_at is null)
      and not exists (select from admin_uploads u where u.sha256 = b.sha256)
    order by sha256 limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * True for a blob `b` that a row refers to: sent by a device, uploaded for one, attached to a ticket, or offered by the
 * installation.
 */
const isOwned = sql`(exists (select from device_blobs d where d.sha256 = b.sha256)
  or exists (select from uploaded_files f where f.sha256 = b.sha256)
  or exists (select from ticket_messages m where m.sha256 = b.sha256)
  or exists (select from static_files s where s.sha256 = b.sha256))`;

/**
 * Deletes a loose blob that no row refers to, or marks it as owned. A parallel upload of the same bytes wins: it has the
 * lock, or its row exists once we get the lock, or it has touched the row. Bytes in a remote store are deleted within the
 * transaction, too: an upload of the same bytes must not send them before they are deleted, and waits at the row. Nobody else
 * waits. Returns true when the bytes were deleted.
 */
export async function deleteIfLoose(
  db: Database,
  sha256: string,
  deleteBytes: (sha256: string) => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await canDelete(transaction)) || !(await tryLockBlob(transaction, sha256))) return false;
    const { rows } = await sql`
      delete from blobs b where sha256 = ${sha256} and loose and ${isUntouched} and not ${isOwned}
      returning sha256`.execute(transaction);
    if (rows.length === 0) {
      await sql`
        update blobs b set loose = false where sha256 = ${sha256} and loose and ${isOwned}`.execute(transaction);
      return false;
    }
    await deleteBytes(sha256);
    return true;
  });
}
