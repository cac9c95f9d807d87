import { z } from 'zod/mini';

const id = z.int().check(z.positive());

/**
 * For which devices a zone or an alert rule is: all in the scope of its owner, those of a group, or one. Devices that come into the scope or
 * the group later are included, and those that leave it are not any more.
 */
export const watchTarget = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('ALL') }),
  z.strictObject({ for: z.literal('GROUP'), groupId: id }),
  z.strictObject({ for: z.literal('DEVICE'), deviceId: id }),
]);
export type WatchTarget = z.infer<typeof watchTarget>;

/** A target with the name of its group or device, for lists. */
export const shownTarget = z.object({
  target: watchTarget,
  targetName: z.nullable(z.string()),
  /** How many devices it is for now. */
  devices: z.int(),
});
export type ShownTarget = z.infer<typeof shownTarget>;
