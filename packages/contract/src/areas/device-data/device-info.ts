import { z } from 'zod/mini';
import { deviceFeature } from '../../shared/device-feature.ts';

/** What a fact of a device is about. */
export const infoGroups = ['IDENTITY', 'SYSTEM', 'BATTERY', 'NETWORK', 'STORAGE', 'SCREEN'] as const;
export type InfoGroup = (typeof infoGroups)[number];

const amount = z.nullable(z.int().check(z.minimum(0)));

/** Everything a device tells about itself, one fact per row. */
export const deviceInfo = deviceFeature({
  id: 'device-info',
  permission: 'DEVICE_INFO',
  capability: 'DEVICE_INFO',
  paths: {
    list: 'device/device-info',
    update: 'device/command/update-info',
    history: 'device/command/device-info/all',
  },
  command: 'UPDATE_DEVICE_INFO',
  noun: 'deviceDetails',
  record: z.object({
    group: z.enum(infoGroups),
    name: z.string(),
    value: z.string(),
    /** So much of `total`, in bytes or percent, for what can be drawn as a bar; null for what cannot. */
    used: amount,
    total: amount,
    /** Its place in the device's own order. */
    position: z.int().check(z.minimum(0)),
  }),
  searchIn: ['name', 'value'],
  sortBy: ['position', 'name'],
  filterBy: ['group'],
});
