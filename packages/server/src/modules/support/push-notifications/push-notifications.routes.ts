import { createPushNotification, pushNotifications } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { sendPushNotification } from './push-notifications.service.ts';
import { listPushNotifications } from './push-notification-list.store.ts';

export function pushNotificationsRoutes(services: Services): Route[] {
  return [
    handle(pushNotifications, ({ scope, input }) => listPushNotifications(services.db, scope, input)),
    handle(createPushNotification, ({ session, scope, input }) =>
      sendPushNotification(services, session, scope, input),
    ),
  ];
}
