import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { keepingBlob, type BlobFacts } from '../../core/blobs/blobs.store.ts';
import type { Database } from '../../core/database/schema.ts';
import type { DeviceAccess } from '../../core/devices/devices.store.ts';

/** What decides whether something may be kept for a device now. */
type ReceivingDevice = Omit<DeviceAccess, 'inScope'>;

/** Held, the person's next change of mind waits until the transaction ends. Undefined when the device has left. */
export async function holdReceivingDevice(db: Database, deviceId: number): Promise<ReceivingDevice | undefined> {
  const { rows } = await sql<ReceivingDevice>`
    select capabilities, paused_at is not null as paused, restored_at is not null as held, sharing_hours as hours
    from devices
    where id = ${deviceId} and left_at is null for share`.execute(db);
  return rows[0];
}

/** Whose file it is. */
export interface DeviceOwner {
  adminId: number;
  deviceId: number;
  capability: Capability;
}

/** Writes down who uploaded what for whom, and ends the upload. Uploaded again under the same name, it counts from now. */
export async function keepUploadedFile(
  db: Database,
  { adminId, deviceId, capability }: DeviceOwner,
  { name, ...blob }: BlobFacts & { name: string },
): Promise<number> {
  const { sha256 } = blob;
  const { rows } = await sql<{ id: number }>`
    with blob as (${keepingBlob(blob)}), upload as (
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
