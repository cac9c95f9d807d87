import type { WatchTarget } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { creatorHas } from './creator-sql.ts';

/** How a target is stored: in columns `group_id` and `device_id`, both null for all devices in the creator's scope. */
export function targetColumns(target: WatchTarget): { group_id: number | null; device_id: number | null } {
  return {
    group_id: target.for === 'GROUP' ? target.groupId : null,
    device_id: target.for === 'DEVICE' ? target.deviceId : null,
  };
}

export function targetOf({ groupId, deviceId }: { groupId: number | null; deviceId: number | null }): WatchTarget {
  if (groupId !== null) return { for: 'GROUP', groupId };
  return deviceId === null ? { for: 'ALL' } : { for: 'DEVICE', deviceId };
}

/**
 * True when a zone or rule `w`, whose creator is the user `u`, is for this device: its target includes the device, and the creator has it in
 * their scope.
 */
export const isTargetOf = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${includes(deviceId)} and ${creatorHas(deviceId)})`;

/** True when the target of a zone or rule `w` includes this device, whoever has it in their scope. */
export function includes(deviceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`((w.device_id is null or w.device_id = ${deviceId})
  and (w.group_id is null or exists (
    select from group_devices gd where gd.group_id = w.group_id and gd.device_id = ${deviceId})))`;
}
