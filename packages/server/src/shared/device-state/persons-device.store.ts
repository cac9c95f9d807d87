import type { Capability, Ground, Offers, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { DeviceMoved, type DeviceConnection } from '../device-connection.ts';
import { groundJson } from './grounds.store.ts';

/** A device with its person and what they share. */
export interface PersonsDevice {
  deviceId: number;
  userId: number;
  username: string;
  capabilities: Capability[];
  paused: boolean;
  /** When it was quarantined by a restore; null when it is not. */
  restoredAt: Date | null;
  /** The ground on which it is supervised. */
  ground: Ground;
  /** The sharing hours; null for any hour. */
  hours: SharingHours | null;
  /** The version of the notice that the person has agreed to last. */
  readNotice: number;
  /** The commands that its client can carry out; null for all. */
  offers: Offers | null;
}

/**
 * Locks a device for a change by its person, so that changes are made one at a time. Undefined when it has left. `for no key
 * update` lets others insert rows that refer to the device; with a stronger lock, a command that is just ending would
 * deadlock with this transaction.
 */
export async function lockDevice(db: Database, deviceId: number): Promise<PersonsDevice | undefined> {
  return (await lockRow(db, deviceId))?.device;
}

/**
 * Like `lockDevice`, for something that came over a connection of the device. Throws `DeviceMoved` when another server has taken the
 * device over since: a decision of its person that was stored there is newer than this one.
 */
export async function lockConnected(
  db: Database,
  { deviceId, epoch }: DeviceConnection,
): Promise<PersonsDevice | undefined> {
  const row = await lockRow(db, deviceId);
  if (row && row.epoch !== epoch) throw new DeviceMoved();
  return row?.device;
}

async function lockRow(db: Database, deviceId: number): Promise<{ epoch: number; device: PersonsDevice } | undefined> {
  const { rows } = await sql<PersonsDevice & { epoch: number }>`
    select d.connection_epoch as epoch, d.id as "deviceId", u.id as "userId", u.username, d.capabilities, d.paused_at is not null as paused,
      d.restored_at as "restoredAt", ${groundJson(sql`d`)} as ground, d.sharing_hours as hours, d.offers,
      coalesce((select c.notice_version from consents c where c.device_id = d.id order by c.id desc limit 1), 0) as "readNotice"
    from devices d join users u on u.id = d.user_id
    where d.id = ${deviceId} and d.left_at is null for no key update of d`.execute(db);
  if (!rows[0]) return undefined;
  const { epoch, ...device } = rows[0];
  return { epoch, device };
}
