import type { PushSubscriptionKeys } from '@fairwatch/contract';
import { AppError } from '../../app-error.ts';
import type { Services } from '../../services.ts';
import { isBrowserKey } from '../../web-push/encrypt-push.ts';
import { pushAddress } from '../../web-push/push-services.ts';
import { deleteSubscription, storeSubscription } from '../../web-push/push-subscriptions.store.ts';

type Parts = Pick<Services, 'db' | 'bus' | 'config'>;

/**
 * Keeps where the person's browser is reached by push, or forgets it. It is answered by telling the device anew who supervises it,
 * which says whether it can be reached now.
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
  return null;
}
