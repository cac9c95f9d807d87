import { consentFields, sharingHours, type DeviceFrame } from '@fairwatch/contract';
import { z } from 'zod/mini';

/** A decision of the person that the server has not confirmed; kept by the device, also across a restart. */
export const unsaidWish = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('consent'), ...consentFields }),
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('resume') }),
  z.strictObject({ type: z.literal('hours'), hours: z.nullable(sharingHours) }),
  z.strictObject({ type: z.literal('leave') }),
]);
export type UnsaidWish = z.infer<typeof unsaidWish>;

/** What of all that waits to be said must be said after a restart: of each kind the latest, since each says the whole. */
export function unsaidOf(frames: readonly DeviceFrame[]): UnsaidWish[] {
  const latest = new Map<'consent' | 'pause' | 'hours' | 'leave', UnsaidWish>();
  for (const frame of frames) {
    if (frame.type === 'consent' || frame.type === 'hours' || frame.type === 'leave') latest.set(frame.type, frame);
    else if (frame.type === 'pause' || frame.type === 'resume') latest.set('pause', frame);
  }
  return Array.from(latest.values());
}
