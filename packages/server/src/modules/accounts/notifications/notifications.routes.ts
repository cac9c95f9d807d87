import {
  markNotificationsRead,
  notificationList,
  unreadNotifications,
  notificationSettings,
  updateNotificationSettings,
} from '@fairwatch/contract';
import { countUnacknowledged } from '../../places/alerts/alert-list.store.ts';
import { idsIn, logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  countUnread,
  findConcernedDevices,
  listNotifications,
  markRead,
} from '../../../shared/notify/notification-list.store.ts';
import { changeSettings, readSettings } from './settings.service.ts';

export function notificationsRoutes(services: Services): Route[] {
  const { db, bus, auditLog } = services;
  return [
    handle(notificationList, async ({ session, scope, input }) => {
      const page = await listNotifications(db, scope, input);
      const devicesOf = (ids: readonly number[]) => findConcernedDevices(db, ids);
      await logSeen(auditLog, { session, endpoint: notificationList }, idsIn(page), devicesOf);
      return page;
    }),
    handle(unreadNotifications, async ({ scope }) => ({
      count: await countUnread(db, scope),
      alerts: await countUnacknowledged(db, scope),
    })),
    handle(markNotificationsRead, async ({ scope, input }) => {
      const count = await markRead(db, scope, input);
      if (count > 0) bus.publish('changed', { feature: 'notifications', deviceId: null, userId: scope.userId });
      return { count };
    }),
    handle(notificationSettings, ({ scope }) => readSettings(services, scope)),
    handle(updateNotificationSettings, ({ scope, input }) => changeSettings(services, scope, input)),
  ];
}
