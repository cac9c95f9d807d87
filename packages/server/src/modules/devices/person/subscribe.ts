import type { PushSubscriptionKeys } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import type { Services } from '../../../shared/services/services.ts';
import { isBrowserKey } from '../../../core/web-push/encrypt-push.ts';
import { pushAddress } from '../../../core/web-push/push-services.ts';
import { storeSubscription, withdrawSubscription } from '../../../shared/push/push-subscriptions.store.ts';

type Parts = Pick<Services, 'db' | 'bus' | 'config'>;

/**
 * Stores or deletes the push subscription of the person's browser. The response is a new `supervision` frame, which says
 * whether the device can be reached by push. Nothing is changed when the device has connected to another server since, where it repeats
 * the request.
 */
export async function subscribe(
  { db, bus, config }: Parts,
  connection: DeviceConnection,
  subscription: PushSubscriptionKeys | null,
): Promise<null> {
  const { deviceId } = connection;
  if (subscription === null) await withdrawSubscription(db, connection);
  else {
    const address = pushAddress(subscription.endpoint, config.pushServices);
    if (address === null) throw new AppError('push_service_unknown');
    if (!isBrowserKey(subscription.keys.p256dh)) {
      throw new AppError('invalid_input', { problem: 'The key of the push subscription is not a point on P-256.' });
    }
    await storeSubscription(db, connection, { ...subscription, endpoint: address.href });
  }
  bus.publish('supervisionChanged', { deviceIds: [deviceId] });
  bus.publish('factsChanged', { deviceIds: [deviceId], facts: 'PRESENCE' });
  return null;
}
