import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** The identity of an upload: who sends which bytes to which device, or to none. An upload with the same identity continues. */
export interface UploadIdentity {
  adminId: number;
  /** Null for files of the installation itself; `capability` is null then as well. */
  deviceId: number | null;
  capability: Capability | null;
  sha256: string;
}

/** An unfinished upload from a console. */
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
 * Inserts an upload, unless a parallel request has inserted it. Returns the ids of the oldest unfinished uploads beyond the
 * limits, which it deletes; the caller deletes their files. The limit of bytes is for files of the installation, over all admins.
 */
export async function insertAdminUpload(
  db: Database,
  { id, adminId, deviceId, capability, sha256, size }: AdminUpload,
  unfinished: { count: number; bytes: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with begun as (
      insert into admin_uploads (id, admin_id, device_id, capability, sha256, size)
      values (${id}, ${adminId}, ${deviceId}, ${capability}, ${sha256}, ${size})
      on conflict (admin_id, device_id, capability, sha256) do nothing
    ), older as (
      select id from admin_uploads where admin_id = ${adminId} and device_id is not distinct from ${deviceId}::bigint
      order by created_at desc, id offset ${unfinished.count - 1}
    ), too_many_bytes as (
      select id from (
        select id, sum(size) over (order by created_at desc, id) as bytes from admin_uploads
        where device_id is null and (admin_id, sha256) <> (${adminId}::bigint, ${sha256})
      ) others where ${deviceId}::bigint is null and bytes > ${unfinished.bytes - size}
    )
    delete from admin_uploads u using (select id from older union select id from too_many_bytes) dropped
    where u.id = dropped.id returning u.id`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteAdminUpload(db: Database, id: string): Promise<void> {
  await sql`delete from admin_uploads where id = ${id}`.execute(db);
}

/** True until an upload is finished or deleted. */
export async function isUnfinishedUpload(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from admin_uploads where id = ${id}`.execute(db);
  return rows.length > 0;
}
