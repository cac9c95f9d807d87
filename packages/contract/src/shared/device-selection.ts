import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';
import { deviceStatuses } from './device.ts';

const id = z.int().check(z.positive());

/** What the list of devices can be narrowed to. */
export const deviceFilter = z.strictObject({
  status: z.optional(z.enum(deviceStatuses)),
  appName: z.optional(z.string().check(z.maxLength(200))),
  /** Those assigned to this admin; only a SUPER_ADMIN may ask. */
  adminId: z.optional(id),
  /** Those in this group. */
  groupId: z.optional(id),
});
export type DeviceFilter = z.infer<typeof deviceFilter>;

/**
 * Which devices an action is for: named ones, those of a group, or all that match a search. Devices outside the caller's scope are
 * never among them. The selection is resolved once, when the action starts.
 */
export const deviceSelection = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('DEVICES'),
    deviceIds: z.array(id).check(z.minLength(1), z.maxLength(limits.run.namedDevices)),
  }),
  z.strictObject({ by: z.literal('GROUP'), groupId: id }),
  z.strictObject({
    by: z.literal('MATCHING'),
    search: z._default(z.string().check(z.trim(), z.maxLength(limits.search.maxLength)), ''),
    filter: z._default(deviceFilter, {}),
  }),
]);
export type DeviceSelection = z.infer<typeof deviceSelection>;
