import type { Capability, CommandType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { DeviceAccess } from '../../../shared/device-state/devices.store.ts';

/** An upload of a device. */
export interface UploadRow {
  id: string;
  deviceId: number;
  commandId: number;
  capability: Capability;
  sha256: string;
  size: number;
  mimeType: string;
  createdAt: Date;
  finished: boolean;
}

/** The facts that decide whether a device may upload files for a command now. */
export interface UploadCommand extends Pick<DeviceAccess, 'capabilities' | 'paused' | 'quarantined' | 'hours'> {
  /** False while the device does not show its notice of supervision; null before it reported. */
  noticeShown: boolean | null;
  commandType: CommandType;
  params: Readonly<Record<string, unknown>>;
  open: boolean;
}

const columns = sql`id, device_id as "deviceId", command_id as "commandId", capability, sha256, size,
  mime_type as "mimeType", created_at as "createdAt", finished_at is not null as finished`;

/**
 * Finds a command of this device; undefined when it belongs to another device or the device has left. With `lock`, the
 * person's next decision waits until the transaction ends, so that no file is stored after the device has left.
 */
export async function findUploadCommand(
  db: Database,
  { deviceId, commandId }: { deviceId: number; commandId: number },
  { lock = false } = {},
): Promise<UploadCommand | undefined> {
  // The lock is a statement of its own, so that the next one has a new snapshot and sees what those did for whom this one
  // waited.
  if (lock) await sql`select from devices where id = ${deviceId} for share`.execute(db);
  const { rows } = await sql<UploadCommand>`
    select c.command_type as "commandType", c.params, c.finished_at is null and c.expires_at > now() as open,
      d.capabilities, d.paused_at is not null as paused, d.restored_at is not null as quarantined,
      d.sharing_hours as hours, d.notice_shown as "noticeShown"
    from devices d join commands c on c.device_id = d.id
    where d.id = ${deviceId} and d.left_at is null and c.id = ${commandId}`.execute(db);
  return rows[0];
}

/** The first key of the advisory lock on the files of a command. The number is arbitrary and used nowhere else. */
const filesLock = 5_274_305;

/** Locks the files of one command until the transaction ends, so that they are finished one at a time. */
export async function lockFilesOf(db: Database, commandId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${filesLock}, hashint8(${commandId}))`.execute(db);
}

/** Counts the files other than these that a device has sent for a command, by the index `device_blobs_of_command`. */
export async function countOtherFiles(
  db: Database,
  { deviceId, commandId }: { deviceId: number; commandId: number },
  hashes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_blobs
    where device_id = ${deviceId} and command_id = ${commandId} and sha256 <> all(${hashes}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds the parameters of a command. */
export async function findCommandParams(db: Database, commandId: number): Promise<unknown> {
  const { rows } = await sql<{ params: unknown }>`select params from commands where id = ${commandId}`.execute(db);
  return rows[0]?.params;
}

/**
 * Inserts an upload. It deletes an earlier attempt at the same file and the oldest unfinished uploads beyond the limit, and
 * returns their ids; the caller deletes their files.
 */
export async function insertUpload(
  db: Database,
  upload: Omit<UploadRow, 'createdAt' | 'finished'>,
  unfinishedPerDevice: number,
): Promise<string[]> {
  const { id, deviceId, commandId, capability, sha256, size, mimeType } = upload;
  const { rows } = await sql<{ id: string }>`
    with unfinished as (
      select id, sha256, row_number() over (order by created_at desc, id) as place
      from uploads where device_id = ${deviceId} and finished_at is null
    ), dropped as (
      delete from uploads u using unfinished
      where u.id = unfinished.id
        and (unfinished.sha256 = ${sha256} or unfinished.place >= ${unfinishedPerDevice})
      returning u.id
    ), begun as (
      insert into uploads (id, device_id, command_id, capability, sha256, size, mime_type)
      values (${id}, ${deviceId}, ${commandId}, ${capability}, ${sha256}, ${size}, ${mimeType})
    )
    select id from dropped`.execute(db);
  return rows.map((row) => row.id);
}

export async function findUpload(db: Database, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${columns} from uploads where id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await sql`delete from uploads where id = ${id}`.execute(db);
}

/** Deletes the unfinished uploads of a command and returns their ids; the caller deletes their files. */
export async function deleteUploadsOf(
  db: Database,
  { deviceId, commandId }: { deviceId: number; commandId: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from uploads where device_id = ${deviceId} and command_id = ${commandId} and finished_at is null
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes uploads of devices and admins that are older than `lifetimeMs`, finished or not. */
export async function deleteOldUploads(db: Database, lifetimeMs: number): Promise<void> {
  for (const table of ['uploads', 'admin_uploads']) {
    await sql`
      delete from ${sql.id(table)} where created_at < now() - ${lifetimeMs} * interval '1 millisecond'`.execute(db);
  }
}

/** Finds which of these uploads are unfinished. */
export async function findUnfinished(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where id = any(${ids}::text[]) and finished_at is null
    union all select id from admin_uploads where id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
