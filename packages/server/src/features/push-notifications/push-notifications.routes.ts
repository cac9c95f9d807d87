import { createPushNotification, pushNotifications } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { sendPushNotification } from './push-notifications.service.ts';
import { listPushNotifications } from './push-notifications.store.ts';

export function pushNotificationsRoutes(services: Services): Route[] {
  return [
    handle(pushNotifications, ({ scope, input }) => listPushNotifications(services.db, scope, input)),
    handle(createPushNotification, ({ session, scope, input }) =>
      sendPushNotification(services, session, scope, input),
    ),
  ];
}
