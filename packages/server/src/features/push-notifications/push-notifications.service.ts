import { createPushNotification, limits, type ParsedInputOf, type PushNotification } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { refusalNow } from '../../core/devices/device-access.ts';
import { storableText } from '../../core/devices/storable-text.ts';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { notificationPush } from '../../core/web-push/push-words.ts';
import { insertPushNotification } from './push-notifications.store.ts';

/** Sends a message to a device's person. The row is the truth; whoever holds the device's socket is only nudged. */
export async function sendPushNotification(
  { db, bus, push }: Services,
  session: Session,
  scope: Scope,
  { deviceId, type, title, message }: ParsedInputOf<typeof createPushNotification>,
): Promise<PushNotification> {
  const created = await insertPushNotification(db, {
    deviceId,
    type,
    title: storableText(title),
    message: storableText(message),
    sentBy: { id: session.userId, name: session.username },
    subject: createPushNotification.path,
  });
  if (created === 'not_shared') throw await refusalNow(db, scope, { deviceId, capability: 'NOTIFICATIONS' });
  if (created === 'too_many') throw new AppError('notifications_waiting', { count: limits.notification.waitingAtOnce });
  bus.publish('changed', { feature: 'push-notifications', deviceId });
  bus.publish('inboxWaiting', { deviceId });
  push.remind(deviceId, notificationPush(created));
  return created;
}
