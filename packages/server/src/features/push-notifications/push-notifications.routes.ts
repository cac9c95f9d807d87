import { createPushNotification, pushNotifications } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { sendPushNotification } from './push-notifications.service.ts';
import { listPushNotifications } from '../../domain/push-notifications/push-notification-list.store.ts';

export function pushNotificationsRoutes(services: Services): Route[] {
  return [
    handle(pushNotifications, ({ scope, input }) => listPushNotifications(services.db, scope, input)),
    handle(createPushNotification, ({ session, scope, input }) =>
      sendPushNotification(services, session, scope, input),
    ),
  ];
}
