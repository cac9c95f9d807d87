import {
  notificationKinds,
  type NotificationSettings,
  type ParsedInputOf,
  type updateNotificationSettings,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findSettings, saveSettings } from './settings.store.ts';

type Context = Pick<Services, 'db' | 'bus' | 'config'>;

/** Reads the channel of every kind of notification, and whether the admin can receive mail. */
export async function readSettings({ db, config }: Context, scope: Scope): Promise<NotificationSettings> {
  const { chosen, hasAddress } = await findSettings(db, scope);
  const channels = new Map(chosen.map(({ kind, channel }) => [kind, channel]));
  const reachable = hasAddress ? 'READY' : 'NO_ADDRESS';
  return {
    settings: notificationKinds.map((kind) => ({ kind, channel: channels.get(kind) ?? 'BELL' })),
    mail: config.smtpUrl === null ? 'NO_SERVER' : reachable,
  };
}

/** Changes the channels of an admin. Mail is refused when none could be delivered, so that nobody relies on it. */
export async function changeSettings(
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
