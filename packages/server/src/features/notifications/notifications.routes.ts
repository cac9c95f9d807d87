import { markNotificationsRead, notificationList, unreadNotifications } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { countUnread, listNotifications, markRead } from './notifications.store.ts';

export function notificationsRoutes({ db, bus }: Services): Route[] {
  return [
    handle(notificationList, ({ scope, input }) => listNotifications(db, scope, input)),
    handle(unreadNotifications, async ({ scope }) => ({ count: await countUnread(db, scope) })),
    handle(markNotificationsRead, async ({ scope, input }) => {
      const count = await markRead(db, scope, input.ids);
      if (count > 0) bus.publish('changed', { feature: 'notifications', deviceId: null, userId: scope.userId });
      return { count };
    }),
  ];
}
