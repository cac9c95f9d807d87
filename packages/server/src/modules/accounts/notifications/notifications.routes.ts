import {
  markNotificationsRead,
  notificationList,
  unreadNotifications,
  notificationSettings,
  updateNotificationSettings,
  notificationKinds,
  sourceLanguage,
  type NotificationSettings,
  type OutputOf,
  type ParsedInputOf,
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
import { retellNotification } from '../../../shared/notify/retell-notification.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Scope } from '../../../shared/scope.ts';
import { findSettings, saveSettings } from './settings.store.ts';

export function notificationsRoutes(services: Services): Route[] {
  const { db, bus, auditLog } = services;
  return [
    handle(notificationList, async ({ session, scope, input, caller: { language } }) => {
      const page = await listNotifications(db, scope, input);
      const devicesOf = (ids: readonly number[]) => findConcernedDevices(db, ids);
      await logSeen(auditLog, { session, endpoint: notificationList }, idsIn(page), devicesOf);
      if (language === sourceLanguage) return page;
      const rows = JSON.parse(page.json) as OutputOf<typeof notificationList>;
      return { ...page, json: JSON.stringify(rows.map((row) => retellNotification(row, language))) };
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

type Context = Pick<Services, 'db' | 'bus' | 'config'>;

/** Reads the channel of every kind of notification, and whether the admin can receive mail. */
async function readSettings({ db, config }: Context, scope: Scope): Promise<NotificationSettings> {
  const { chosen, hasAddress } = await findSettings(db, scope);
  const channels = new Map(chosen.map(({ kind, channel }) => [kind, channel]));
  const reachable = hasAddress ? 'READY' : 'NO_ADDRESS';
  return {
    settings: notificationKinds.map((kind) => ({ kind, channel: channels.get(kind) ?? 'BELL' })),
    mail: config.smtpUrl === null ? 'NO_SERVER' : reachable,
  };
}

/** Changes the channels of an admin. Mail is refused when none could be delivered, so that nobody relies on it. */
async function changeSettings(
  services: Context,
  scope: Scope,
  { settings }: ParsedInputOf<typeof updateNotificationSettings>,
): Promise<NotificationSettings> {
  if (settings.some(({ channel }) => channel === 'MAIL')) {
    const { mail } = await readSettings(services, scope);
    if (mail !== 'READY') throw new AppError('mail_unavailable');
  }
  await saveSettings(services.db, scope, settings);
  services.bus.publish('changed', { feature: 'notifications', deviceId: null, userId: scope.userId });
  return await readSettings(services, scope);
}
