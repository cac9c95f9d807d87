import type { PushSubscriptionKeys } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Services } from '../services/services.ts';
import { isBrowserKey } from '../../core/web-push/encrypt-push.ts';
import { pushAddress } from '../../core/web-push/push-services.ts';
import { deleteSubscription, storeSubscription } from '../web-push/push-subscriptions.store.ts';

type Parts = Pick<Services, 'db' | 'bus' | 'config'>;

/**
 * Stores or deletes the push subscription of the person's browser. The response is a new `supervision` frame, which says
 * whether the device can be reached by push.
 */
export async function subscribe(
  { db, bus, config }: Parts,
  deviceId: number,
  subscription: PushSubscriptionKeys | null,
): Promise<null> {
  if (subscription === null) await deleteSubscription(db, deviceId);
  else {
    const address = pushAddress(subscription.endpoint, config.pushServices);
    if (address === null) throw new AppError('push_service_unknown');
    if (!isBrowserKey(subscription.keys.p256dh)) {
      throw new AppError('invalid_input', { problem: 'The key of the push subscription is not a point on P-256.' });
    }
    await storeSubscription(db, deviceId, { ...subscription, endpoint: address.href });
  }
  bus.publish('supervisionChanged', { deviceIds: [deviceId] });
  bus.publish('factsChanged', { deviceIds: [deviceId], facts: 'PRESENCE' });
  return null;
}
