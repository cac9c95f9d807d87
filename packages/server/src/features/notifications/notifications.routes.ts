import {
  markNotificationsRead,
  notificationList,
  notificationSettings,
  unreadNotifications,
  updateNotificationSettings,
} from '@fairwatch/contract';
import { idsIn, logSeen } from '../../core/devices/audit/seen-log.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { countUnread, findConcernedDevices, listNotifications, markRead } from './notifications.store.ts';
import { changeSettings, readSettings } from './settings.service.ts';

export function notificationsRoutes(services: Services): Route[] {
  const { db, bus } = services;
  return [
    handle(notificationList, async ({ session, scope, input }) => {
      const page = await listNotifications(db, scope, input);
      const devicesOf = (ids: readonly number[]) => findConcernedDevices(db, ids);
      await logSeen(db, { session, endpoint: notificationList }, idsIn(page), devicesOf);
      return page;
    }),
    handle(unreadNotifications, async ({ scope }) => ({ count: await countUnread(db, scope) })),
    handle(markNotificationsRead, async ({ scope, input }) => {
      const count = await markRead(db, scope, input);
      if (count > 0) bus.publish('changed', { feature: 'notifications', deviceId: null, userId: scope.userId });
      return { count };
    }),
    handle(notificationSettings, ({ scope }) => readSettings(services, scope)),
    handle(updateNotificationSettings, ({ scope, input }) => changeSettings(services, scope, input)),
  ];
}
