import { z } from 'zod/mini';
import { groupTag } from './group.ts';
import { platforms } from './offers.ts';
import { can, type Actor } from '../core/access/permissions.ts';

/**
 * Online: its connection answered within the last half minute. Reachable: it is not connected, but a push can ask its person to
 * open it.
 */
export const deviceStatuses = ['Online', 'Reachable', 'Offline'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** A device as lists show it. */
export const device = z.object({
  id: z.int(),
  deviceUniqueUUID: z.string(),
  nickname: z.string(),
  username: z.string(),
  /** What its person is called: by admins, else by themself, else their username. */
  displayName: z.string(),
  /** Email, or phone number when there is no email. */
  contactInfo: z.string(),
  appName: z.string(),
  /** When the device joined. */
  formattedDate: z.string(),
  status: z.enum(deviceStatuses),
  lastSeenAt: z.nullable(z.string()),
  /** What kind of client it runs; null when it did not say. */
  platform: z.nullable(z.enum(platforms)),
  /** Null while the admin may not be told device details. */
  osName: z.nullable(z.string()),
  /**
   * False while the permanent note that the device is supervised is not visible: then nothing is collected. Null until the device has
   * reported it.
   */
  noticeShown: z.nullable(z.boolean()),
});
export type Device = z.infer<typeof device>;

/** A row of the list of devices. */
export const listedDevice = z.object({
  ...device.shape,
  /** What the device calls itself. */
  name: z.string(),
  /** Null while the admin may not be told device details: not shared now, without the permission, the reason or the agreement for it. */
  model: z.nullable(z.string()),
  /** Null where the model is, and when the device cannot tell. Nothing new of it is stored outside of the person's hours. */
  batteryPercent: z.nullable(z.int()),
  charging: z.nullable(z.boolean()),
  /** How many of the capabilities the person shares now. */
  sharedCount: z.int(),
  /** Those of its groups that the caller sees. */
  groups: z.array(groupTag),
});
export type ListedDevice = z.infer<typeof listedDevice>;

/** The pages that show the version of a device's app, and what its person shares. */
export const deviceFactPermissions = ['OVERVIEW', 'DEVICE_INFO'] as const;

export function canReadDeviceFacts(actor: Actor): boolean {
  return deviceFactPermissions.some((permission) => can(actor, { access: { permission, level: 'READ_ONLY' } }));
}

/** Whether somebody may be told the model, the system and the like of devices that share them. */
export function canReadDeviceDetails(actor: Actor): boolean {
  return can(actor, { access: { permission: 'DEVICE_INFO', level: 'READ_ONLY' } });
}
