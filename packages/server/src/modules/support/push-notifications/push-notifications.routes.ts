import {
  createPushNotification,
  pushNotifications,
  limits,
  type ParsedInputOf,
  type PushNotification,
  nameInFull,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { listPushNotifications, insertPushNotification } from './push-notification-list.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { findRefusal } from '../../consent/device-access.ts';
import { storableText } from '../../../core/storable-text.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import { notificationPush } from '../../../shared/push/push-texts.ts';

export function pushNotificationsRoutes(services: Services): Route[] {
  return [
    handle(pushNotifications, ({ scope, input }) => listPushNotifications(services.db, scope, input)),
    handle(createPushNotification, ({ session, scope, input }) =>
      sendPushNotification(services, session, scope, input),
    ),
  ];
}

/** Sends a message to a device's person. The row is the truth; whoever holds the device's socket is only nudged. */
async function sendPushNotification(
  services: Services,
  session: Session,
  scope: Scope,
  { deviceId, type, title, message, language }: ParsedInputOf<typeof createPushNotification>,
): Promise<PushNotification> {
  const { db, bus, push } = services;
  const created = await insertPushNotification(db, {
    deviceId,
    type,
    title: storableText(title),
    message: storableText(message),
    language,
    sentBy: { id: session.userId, name: session.username },
    subject: createPushNotification.path,
  });
  if (created === 'not_shared') throw await findRefusal(services, scope, { deviceId, capability: 'NOTIFICATIONS' });
  if (created === 'too_many') throw new AppError('notifications_waiting', { count: limits.notification.waitingAtOnce });
  bus.publish('changed', { feature: 'push-notifications', deviceId });
  bus.publish('inboxWaiting', { deviceId });
  push.remind(deviceId, () => notificationPush({ ...created, sentBy: nameInFull(session) }));
  return created;
}
