import { consentFields, pushSubscription, sharingHours, type DeviceFrame } from '@fairwatch/contract';
import { z } from 'zod/mini';

/** A decision of the person that the server has not confirmed; kept by the device, also across a restart. */
export const unsaidWish = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('consent'), ...consentFields }),
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('resume') }),
  z.strictObject({ type: z.literal('hours'), hours: z.nullable(sharingHours) }),
  z.strictObject({ type: z.literal('leave') }),
  z.strictObject({ type: z.literal('push-subscription'), subscription: z.nullable(pushSubscription) }),
]);
export type UnsaidWish = z.infer<typeof unsaidWish>;

/** What of all that waits to be said must be said after a restart: of each kind the latest, since each says the whole. */
export function unsaidOf(frames: readonly DeviceFrame[]): UnsaidWish[] {
  const latest = new Map<Exclude<UnsaidWish['type'], 'resume'>, UnsaidWish>();
  for (const frame of frames) {
    switch (frame.type) {
      case 'pause':
      case 'resume':
        latest.set('pause', frame);
        break;
      case 'consent':
      case 'hours':
      case 'leave':
      case 'push-subscription':
        latest.set(frame.type, frame);
    }
  }
  return Array.from(latest.values());
}
