import { z } from 'zod/mini';
import { command } from '../core/command.ts';
import { deviceId, searchInput, sortDirection } from '../core/device-feature.ts';
import { endpoint } from '../core/endpoint.ts';
import { pageInput } from '../core/envelope.ts';

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

export const deviceSortFields = [
  'id',
  'deviceUniqueUUID',
  'username',
  'contactInfo',
  'appName',
  'formattedDate',
  'status',
] as const;

export const deviceList = endpoint({
  path: 'device/all',
  access: 'admin',
  summary: 'The devices assigned to the signed-in admin',
  input: z.strictObject({
    ...pageInput,
    search: searchInput,
    sortBy: z._default(z.enum(deviceSortFields), 'formattedDate'),
    sortDirection: sortDirection,
  }),
  output: z.array(device),
  paged: true,
});

/** One device by its id, for the heading of its pages. */
export const deviceSummary = endpoint({
  path: 'device/summary',
  access: 'admin',
  summary: 'One device',
  input: z.strictObject({ deviceId }),
  output: device,
  device: { capability: null, action: 'READ' },
});

/** The device's commands that have not ended; while there is one, no other is taken. */
export const nonFinalCommands = endpoint({
  path: 'device/non-final-commands',
  access: 'admin',
  summary: 'The commands of a device that have not ended yet',
  input: z.strictObject({ deviceId }),
  output: z.array(command),
  device: { capability: null, action: 'READ' },
});

/** Ends a command before its device does. Only for those who could have asked for it. */
export const cancelCommand = endpoint({
  path: 'device/command/cancel',
  access: 'admin',
  summary: 'Cancel a command that has not ended yet',
  input: z.strictObject({ deviceId, commandId: z.int().check(z.positive()) }),
  output: command,
  device: { capability: null, action: 'COMMAND' },
});
