import { createPushNotification, pushNotifications } from '@fairwatch/contract';
import { listNotifications } from '../../core/devices/push-notifications.store.ts';
import { sendNotification } from '../../core/devices/push-notifications.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

export function pushNotificationsRoutes(services: Services): Route[] {
  return [
    handle(pushNotifications, ({ scope, input }) => listNotifications(services.db, scope, input)),
    handle(createPushNotification, ({ session, scope, input }) => sendNotification(services, session, scope, input)),
  ];
}
