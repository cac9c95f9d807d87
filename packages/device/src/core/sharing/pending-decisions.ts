import { consentFields, pushSubscription, sharingHours, type DeviceFrame } from '@fairwatch/contract';
import { z } from 'zod/mini';

/** A decision of the person that the server has not confirmed. The device keeps it across restarts. */
export const pendingDecision = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('consent'), ...consentFields }),
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('resume') }),
  z.strictObject({ type: z.literal('hours'), hours: z.nullable(sharingHours) }),
  z.strictObject({ type: z.literal('leave') }),
  z.strictObject({ type: z.literal('push-subscription'), subscription: z.nullable(pushSubscription) }),
]);
export type PendingDecision = z.infer<typeof pendingDecision>;

/** Picks the decisions that must be sent after a restart: the latest of each kind, since each one states the whole. */
export function pendingDecisionsOf(frames: readonly DeviceFrame[]): PendingDecision[] {
  const latest = new Map<Exclude<PendingDecision['type'], 'resume'>, PendingDecision>();
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
