import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Who sends what to which device, or to no device: that is how an upload is known. */
export interface UploadIdentity {
  adminId: number;
  /** Null for what the installation itself offers; then there is no capability either. */
  deviceId: number | null;
  capability: Capability | null;
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
    where admin_id = ${adminId} and device_id is not distinct from ${deviceId}::bigint
      and capability is not distinct from ${capability}::text and sha256 = ${sha256}`.execute(db);
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
      select id from admin_uploads where admin_id = ${adminId} and device_id is not distinct from ${deviceId}::bigint
      order by created_at desc, id offset ${unfinishedAtOnce - 1}
    )
    delete from admin_uploads u using older where u.id = older.id returning u.id`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteAdminUpload(db: Database, id: string): Promise<void> {
  await sql`delete from admin_uploads where id = ${id}`.execute(db);
}
