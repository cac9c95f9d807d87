import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { BlobFacts } from './blobs.store.ts';

/** Who sends what to which device: that is how an upload is known. */
export interface UploadIdentity {
  adminId: number;
  deviceId: number;
  capability: Capability;
  sha256: string;
}

/** A file on its way from a console. */
export interface AdminUpload extends UploadIdentity {
  id: string;
  size: number;
}

export async function findAdminUpload(
  db: Database,
  { adminId, deviceId, capability, sha256 }: UploadIdentity,
): Promise<AdminUpload | undefined> {
  const { rows } = await sql<AdminUpload>`
    select id, admin_id as "adminId", device_id as "deviceId", capability, sha256, size from admin_uploads
    where admin_id = ${adminId} and device_id = ${deviceId} and capability = ${capability} and sha256 = ${sha256}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Begins an upload, or gives back the one that has begun meanwhile. Of too many unfinished ones the oldest give way: their
 * ids are given back, for their bytes.
 */
export async function insertAdminUpload(
  db: Database,
  { id, adminId, deviceId, capability, sha256, size }: AdminUpload,
  unfinishedAtOnce: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with begun as (
      insert into admin_uploads (id, admin_id, device_id, capability, sha256, size)
      values (${id}, ${adminId}, ${deviceId}, ${capability}, ${sha256}, ${size})
      on conflict (admin_id, device_id, capability, sha256) do nothing
    ), older as (
      select id from admin_uploads where admin_id = ${adminId} and device_id = ${deviceId}
      order by created_at desc, id offset ${unfinishedAtOnce - 1}
    )
    delete from admin_uploads u using older where u.id = older.id returning u.id`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteAdminUpload(db: Database, id: string): Promise<void> {
  await sql`delete from admin_uploads where id = ${id}`.execute(db);
}

/** What decides whether something may be kept for a device now. */
export interface ReceivingDevice {
  capabilities: Capability[];
  paused: boolean;
}

/** Held, the person's next change of mind waits until the transaction ends. Undefined when the device has left. */
export async function holdReceivingDevice(db: Database, deviceId: number): Promise<ReceivingDevice | undefined> {
  const { rows } = await sql<ReceivingDevice>`
    select capabilities, paused_at is not null as paused from devices
    where id = ${deviceId} and left_at is null for share`.execute(db);
  return rows[0];
}

/** Writes down who uploaded what for whom, and ends the upload. Uploaded again under the same name, it counts from now. */
export async function keepUploadedFile(
  db: Database,
  { adminId, deviceId, capability }: Omit<UploadIdentity, 'sha256'>,
  { sha256, size, mimeType, thumbnail, name }: BlobFacts & { name: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with blob as (
      insert into blobs (sha256, size, mime_type, thumbnail, loose)
      values (${sha256}, ${size}, ${mimeType}, ${thumbnail}, false)
      on conflict (sha256) do update set loose = false, thumbnail = blobs.thumbnail or excluded.thumbnail
    ), upload as (
      delete from admin_uploads where admin_id = ${adminId} and device_id = ${deviceId} and sha256 = ${sha256}
    )
    insert into uploaded_files (device_id, capability, sha256, name, uploaded_by)
    values (${deviceId}, ${capability}, ${sha256}, ${name}, ${adminId})
    on conflict (device_id, capability, sha256, name)
      do update set received_at = now(), uploaded_by = excluded.uploaded_by
    returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An insert returns its row.');
  return row.id;
}
