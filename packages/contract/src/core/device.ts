import { z } from 'zod/mini';

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
  status: z.enum(['Online', 'Offline']),
  lastSeenAt: z.nullable(z.string()),
});
export type Device = z.infer<typeof device>;
