import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { ownBlobQuery, type BlobFacts } from '../content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { DeviceAccess } from '../../../shared/device-state/devices.store.ts';
import type { DeliveryTarget } from '../../../shared/services/deliveries.ts';

/** The facts that decide whether a file may be stored for a device. */
type ReceivingDevice = Omit<DeviceAccess, 'inScope'>;

/** Locks the device's row until the transaction ends, so that a withdrawal waits. Undefined when the device has left. */
export async function lockReceivingDevice(db: Database, deviceId: number): Promise<ReceivingDevice | undefined> {
  const { rows } = await sql<ReceivingDevice>`
    select capabilities, paused_at is not null as paused, restored_at is not null as quarantined, sharing_hours as hours
    from devices
    where id = ${deviceId} and left_at is null for share`.execute(db);
  return rows[0];
}

/** The uploader and the target of a file. */
export interface DeviceOwner {
  adminId: number;
  deviceId: number;
  capability: Capability;
  /** Where the file is delivered to once it is stored; null when it is only stored. */
  target: DeliveryTarget | null;
}

/** Inserts an uploaded file with its blob and deletes the finished upload, in one statement. A repeated upload renews its date. */
export async function insertUploadedFile(
  db: Database,
  { adminId, deviceId, capability }: DeviceOwner,
  { name, ...blob }: BlobFacts & { name: string },
): Promise<number> {
  const { sha256 } = blob;
  const { rows } = await sql<{ id: number }>`
    with blob as (${ownBlobQuery(blob)}), upload as (
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
