import { z } from 'zod/mini';
import { platforms } from '../device-protocol/offers.ts';

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
  /** Email, or phone number when there is no email. */
  contactInfo: z.string(),
  appName: z.string(),
  /** When the device joined. */
  formattedDate: z.string(),
  status: z.enum(deviceStatuses),
  lastSeenAt: z.nullable(z.string()),
  /** What kind of client it runs; null when it did not say. */
  platform: z.nullable(z.enum(platforms)),
  /** Null while the person does not share device details, or has paused. */
  osName: z.nullable(z.string()),
  /**
   * False while the device's lasting note that it is supervised is not there to be seen: then nothing is collected. Null before
   * the device told.
   */
  noticeShown: z.nullable(z.boolean()),
});
export type Device = z.infer<typeof device>;
