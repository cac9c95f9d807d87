import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { newBlobName } from '../../../core/blobs/blob-store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { UploadRow } from '../uploads/uploads.store.ts';

/**
 * The first key of the advisory lock of each blob; the second is a hash of its name. The number is arbitrary and used
 * nowhere else.
 */
const blobLock = 5_274_303;
/**
 * The advisory lock for deletions: shared by those who condemn a blob, exclusive for a backup, which needs all blobs to stay.
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

/** Bytes that are not stored yet. */
export interface NewBlob {
  sha256: string;
  size: number;
  mimeType: string;
  thumbnail: boolean;
}

export interface BlobFacts extends NewBlob {
  /** The name of its bytes in the blob store. */
  storedAs: string;
}

/**
 * Inserts a loose blob before its bytes are in the store, so that they are found and deleted if nothing comes to own them. The sweep
 * leaves a loose blob alone for an hour. One that has an owner is not touched, because it must go with its last owner. Returns the name
 * under which the bytes are to be stored.
 */
export async function touchLooseBlob(db: Database, { sha256, size, mimeType, thumbnail }: NewBlob): Promise<string> {
  const { rows } = await sql<{ storedAs: string }>`
    insert into blobs (sha256, stored_as, size, mime_type, thumbnail, touched_at)
    values (${sha256}, ${newBlobName(sha256)}, ${size}, ${mimeType}, ${thumbnail}, now())
    on conflict (sha256) do update set touched_at = case when blobs.loose then now() end
    returning stored_as as "storedAs"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An insert returns its row.');
  return row.storedAs;
}

/**
 * True when the bytes of this name have not been condemned since `touchLooseBlob`. The caller has locked the blob, so they are not until
 * its transaction ends.
 */
export async function isStoredAs(db: Database, { sha256, storedAs }: BlobFacts): Promise<boolean> {
  const { rows } = await sql`
    select from blobs where sha256 = ${sha256} and stored_as = ${storedAs}`.execute(db);
  return rows.length > 0;
}

/** Finds the name of the bytes of this hash in the blob store. */
export async function findBlobName(db: Database, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ storedAs: string }>`
    select stored_as as "storedAs" from blobs where sha256 = ${sha256}`.execute(db);
  return rows[0]?.storedAs;
}

/**
 * Marks a blob as owned. Run it in one statement or transaction with the row that owns it. The triggers on the owning tables
 * (`loosen_blobs`) mark it as loose again when such a row is deleted. A blob that is gone is not inserted again, because its bytes are
 * gone, too: the foreign key of the owner fails.
 */
export function ownBlobQuery({ sha256, storedAs, thumbnail }: BlobFacts): RawBuilder<unknown> {
  return sql`
    update blobs set loose = false, touched_at = null, thumbnail = blobs.thumbnail or ${thumbnail}
    where sha256 = ${sha256} and stored_as = ${storedAs}`;
}

/** Locks a blob against parallel placing and condemning until the transaction ends. */
export async function lockBlob(db: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${blobLock}, hashtext(${sha256}))`.execute(db);
}

/** Like `lockBlob`, without waiting; false when another transaction has the lock. */
async function tryLockBlob(db: Database, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${blobLock}, hashtext(${sha256})) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** Longer than it takes to condemn a blob. */
const condemnedWithin = '10s';

/**
 * Keeps blobs from being condemned until this connection ends. Waits for those who are just doing it; false when another backup has the
 * lock. Bytes that were condemned before may be deleted meanwhile: no row refers to them.
 */
export async function keepEveryBlob(db: Database): Promise<boolean> {
  await sql`set lock_timeout = ${sql.lit(condemnedWithin)}`.execute(db);
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

/** True when a blob may be condemned in this transaction, which is not the case during a backup. */
async function canCondemn(db: Database): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${deletionLock}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** A blob for a backup. A loose one may have no bytes, because it is being uploaded. */
export interface BlobToCopy {
  sha256: string;
  storedAs: string;
  size: number;
  thumbnail: boolean;
  loose: boolean;
}

/** Reads blobs in the order of their hashes, in pages. */
export async function readBlobs(db: Database, after: string, limit: number): Promise<BlobToCopy[]> {
  const { rows } = await sql<BlobToCopy>`
    select sha256, stored_as as "storedAs", size, thumbnail, loose
    from blobs where sha256 > ${after} order by sha256 limit ${limit}`.execute(db);
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
 * Finds which of these files this device has already sent under this capability, and renews their `received_at`. Returns the name of the
 * bytes of each hash. Rows are locked in the order of their ids, so that two requests cannot deadlock.
 */
export async function refreshFiles(
  db: Database,
  { deviceId, capability, commandId }: Omit<ArrivedFile, 'sha256'>,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; storedAs: string }>`
    with locked as (
      select id from device_blobs
      where device_id = ${deviceId} and capability = ${capability} and sha256 = any(${hashes}::text[])
      order by id for update
    )
    update device_blobs d set received_at = now(), command_id = ${commandId} from locked, blobs b
    where d.id = locked.id and b.sha256 = d.sha256
    returning b.sha256, b.stored_as as "storedAs"`.execute(db);
  return new Map(rows.map(({ sha256, storedAs }) => [sha256, storedAs]));
}

/** Finds a blob that this device sent under this capability, or that an admin uploaded for it. */
export async function findDeviceBlob(
  db: Database,
  { deviceId, capability, sha256 }: Omit<ArrivedFile, 'commandId'>,
): Promise<BlobFacts | undefined> {
  const { rows } = await sql<BlobFacts>`
    select b.sha256, b.stored_as as "storedAs", b.size, b.mime_type as "mimeType", b.thumbnail
    from blobs b where b.sha256 = ${sha256} and (
      exists (select from device_blobs d
        where d.device_id = ${deviceId} and d.capability = ${capability} and d.sha256 = b.sha256)
      or exists (select from uploaded_files f
        where f.device_id = ${deviceId} and f.capability = ${capability} and f.sha256 = b.sha256))`.execute(db);
  return rows[0];
}

/** Finds a file that this device has sent for this command, by the index on (`command_id`, `device_id`, `sha256`). */
export async function findSentBlob(
  db: Database,
  { deviceId, commandId, sha256 }: Omit<ArrivedFile, 'capability'>,
): Promise<BlobFacts | undefined> {
  const { rows } = await sql<BlobFacts>`
    select b.sha256, b.stored_as as "storedAs", b.size, b.mime_type as "mimeType", b.thumbnail
    from device_blobs d join blobs b on b.sha256 = d.sha256
    where d.command_id = ${commandId} and d.device_id = ${deviceId} and d.sha256 = ${sha256}`.execute(db);
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

/** True for a blob `b` that nobody is sending to the store at this time. Sending takes less than an hour. */
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
 * Condemns a loose blob that no row refers to, or marks it as owned. A parallel upload of the same bytes wins: it has the lock, or its
 * row exists once we get the lock, or it has touched the row. The row goes and the name of its bytes is noted for deletion in one
 * transaction, which waits for no store. From then on nothing can own this name: the next upload of the same bytes gets another one. So
 * the bytes can be deleted at any later time, and twice, whatever happens meanwhile. Returns true when it was condemned.
 */
export async function condemnIfLoose(db: Database, sha256: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await canCondemn(transaction)) || !(await tryLockBlob(transaction, sha256))) return false;
    const { rows } = await sql`
      with gone as (
        delete from blobs b where sha256 = ${sha256} and loose and ${isUntouched} and not ${isOwned} returning stored_as
      )
      insert into condemned_blobs (stored_as) select stored_as from gone returning stored_as`.execute(transaction);
    if (rows.length > 0) return true;
    await sql`
      update blobs b set loose = false where sha256 = ${sha256} and loose and ${isOwned}`.execute(transaction);
    return false;
  });
}

/**
 * Takes names of condemned bytes that are due. Other servers leave them alone for ten minutes, and so does this one after a failure, so
 * that a name which the store refuses to delete does not keep the others waiting.
 */
export async function takeCondemned(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storedAs: string }>`
    update condemned_blobs set due_at = now() + interval '10 minutes' where stored_as in (
      select stored_as from condemned_blobs where due_at <= now() order by due_at limit ${limit} for update skip locked
    ) returning stored_as as "storedAs"`.execute(db);
  return rows.map(({ storedAs }) => storedAs);
}

/** Gives names back that were taken and not tried. */
export async function releaseCondemned(db: Database, names: readonly string[]): Promise<void> {
  await sql`update condemned_blobs set due_at = now() where stored_as = any(${names}::text[])`.execute(db);
}

/**
 * Notes that the bytes of a condemned name were deleted. They are deleted a second time after three hours and only then forgotten: a sender
 * that was slower than the sweep may have stored them again in between, and sending takes less than that.
 */
export async function noteDeleted(db: Database, storedAs: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from condemned_blobs where stored_as = ${storedAs} and deleted_at is not null
    )
    update condemned_blobs set deleted_at = now(), due_at = now() + interval '3 hours'
    where stored_as = ${storedAs} and deleted_at is null`.execute(db);
}
