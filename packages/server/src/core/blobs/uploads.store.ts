import type { Capability, CommandType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { DeviceAccess } from '../devices/devices.store.ts';

/** A file on its way from a device. */
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

/** What decides whether a device may send files for a command now. */
export interface SendingCommand extends Omit<DeviceAccess, 'inScope'> {
  commandType: CommandType;
  params: Readonly<Record<string, unknown>>;
  open: boolean;
}

const columns = sql`id, device_id as "deviceId", command_id as "commandId", capability, sha256, size,
  mime_type as "mimeType", created_at as "createdAt", finished_at is not null as finished`;

/**
 * A command of this device; undefined when it is another's or the device has left. Held, the person's next change of
 * mind waits until the transaction ends, so that nothing of a device is kept after it left.
 */
export async function findSendingCommand(
  db: Database,
  { deviceId, commandId }: { deviceId: number; commandId: number },
  { hold = false } = {},
): Promise<SendingCommand | undefined> {
  // A statement of its own: the next one sees what those have done for whom this one waited, also to the command.
  if (hold) await sql`select from devices where id = ${deviceId} for share`.execute(db);
  const { rows } = await sql<SendingCommand>`
    select c.command_type as "commandType", c.params, c.finished_at is null and c.expires_at > now() as open,
      d.capabilities, d.paused_at is not null as paused, d.restored_at is not null as held,
      d.sharing_hours as hours, d.notice_shown as "noticeShown"
    from devices d join commands c on c.device_id = d.id
    where d.id = ${deviceId} and d.left_at is null and c.id = ${commandId}`.execute(db);
  return rows[0];
}

/** Any number that nobody else uses: the first half of the lock on the files of a command. */
const filesLock = 5_274_305;

/** Lets the files of one command be finished one after the other, until this transaction ends. */
export async function lockFilesOf(db: Database, commandId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${filesLock}, hashint8(${commandId}))`.execute(db);
}

/** How many files other than these a device has sent for a command. */
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

/** What a command carries. */
export async function findCommandParams(db: Database, commandId: number): Promise<unknown> {
  const { rows } = await sql<{ params: unknown }>`select params from commands where id = ${commandId}`.execute(db);
  return rows[0]?.params;
}

/**
 * Begins an upload. An earlier try at the same file gives way, and of too many unfinished ones the oldest do: their ids
 * are given back, for their bytes.
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

/** Forgets the unfinished uploads of a command, and gives back their ids, for their bytes. */
export async function deleteUploadsOf(
  db: Database,
  { deviceId, commandId }: { deviceId: number; commandId: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from uploads where device_id = ${deviceId} and command_id = ${commandId} and finished_at is null
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets uploads of devices and admins that were begun too long ago, finished or not. */
export async function deleteOldUploads(db: Database, lifetimeMs: number): Promise<void> {
  for (const table of ['uploads', 'admin_uploads']) {
    await sql`
      delete from ${sql.id(table)} where created_at < now() - ${lifetimeMs} * interval '1 millisecond'`.execute(db);
  }
}

/** Which of these uploads still wait for bytes. */
export async function findUnfinished(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where id = any(${ids}::text[]) and finished_at is null
    union all select id from admin_uploads where id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
