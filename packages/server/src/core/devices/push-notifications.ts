import { createPushNotification, limits, type ParsedInputOf, type PushNotification } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Session } from '../http/route.ts';
import type { Scope } from '../scope.ts';
import type { Services } from '../services.ts';
import { refusalNow } from './device-access.ts';
import { insertNotification } from './push-notifications.store.ts';
import { storableText } from './storable-text.ts';

/** Sends a message to a device's person. The row is the truth; whoever holds the device's socket is only nudged. */
export async function sendNotification(
  { db, bus }: Services,
  session: Session,
  scope: Scope,
  { deviceId, type, title, message }: ParsedInputOf<typeof createPushNotification>,
): Promise<PushNotification> {
  const created = await insertNotification(db, {
    deviceId,
    type,
    title: storableText(title),
    message: storableText(message),
    sentBy: { id: session.userId, name: session.username },
    subject: createPushNotification.path,
  });
  if (created === 'not_shared') throw await refusalNow(db, scope, deviceId, 'NOTIFICATIONS');
  if (created === 'too_many') throw new AppError('notifications_waiting', { count: limits.notification.waitingAtOnce });
  bus.publish('changed', { feature: 'push-notifications', deviceId });
  bus.publish('inboxWaiting', { deviceId });
  return created;
}
