import type { Capability, NotificationKind } from '@fairwatch/contract';
import { storableText } from '../../core/storable-text.ts';
import type { Infrastructure } from '../infrastructure.ts';
import { findAudience, growNotifications, insertNotifications, type Written } from './notifications.store.ts';

/** A notification for admins. */
export interface AdminNotification {
  kind: NotificationKind;
  /**
   * The recipients: the admins of a device, or these accounts; only active admins among them. A device without an active
   * admin concerns every SUPER_ADMIN. `approvers` may promote or reject an account that waits.
   */
  to: { adminsOfDevice: number } | { admins: readonly number[] } | 'superAdmins' | 'approvers';
  /** The account that caused it, which is not notified. */
  except?: number;
  title: string;
  /** The title with `{count}`, used when one device causes many of them, which become one. */
  manyTitle?: string;
  message: string;
  /** A path of the console; empty for none. */
  link: string;
  /** Set when it is about one device: an admin who loses the device no longer sees it. */
  deviceId?: number;
  /** The kind of data that it tells of the device; null for none. */
  tells: Capability | null;
}

/**
 * Notifies admins: it stores a notification for each, and open consoles show it. Call it after the transaction that it is
 * about has committed. Events that can be frequent go through `NotificationBatcher` instead.
 */
export async function notify(
  { db, bus }: Pick<Infrastructure, 'db' | 'bus'>,
  notification: AdminNotification,
): Promise<void> {
  publishNotifications(bus, await storeNotification(db, notification));
}

/** Stores a notification for each of its recipients. The caller publishes them once they are committed. */
export async function storeNotification(db: Infrastructure['db'], notification: AdminNotification): Promise<Written[]> {
  const { to, except, kind, link, tells, deviceId = null } = notification;
  const [title, message] = [storableText(notification.title), storableText(notification.message)];
  const audience = await findAudience(db, audienceOf(to));
  const userIds = new Set(audience.map(({ userId }) => userId).filter((userId) => userId !== except));
  const manyTitle = deviceId === null ? undefined : notification.manyTitle;
  const grown =
    manyTitle === undefined
      ? []
      : await growNotifications(db, {
          userIds: [...userIds],
          kind,
          title: storableText(manyTitle),
          message,
          link,
          deviceId,
          tells,
        });
  for (const { userId } of grown) userIds.delete(userId);
  const inserted = await insertNotifications(
    db,
    Array.from(userIds, (userId) => ({ userId, kind, title, message, link, deviceId, tells, count: 1 })),
  );
  return [...grown, ...inserted];
}

function audienceOf(to: AdminNotification['to']): Parameters<typeof findAudience>[1] {
  if (typeof to === 'string') return to;
  return 'admins' in to ? { userIds: to.admins } : { deviceIds: [to.adminsOfDevice] };
}

/** Publishes stored notifications, so that open consoles show the new ones and refresh their lists. */
export function publishNotifications(bus: Infrastructure['bus'], inserted: readonly Written[]): void {
  const fresh = inserted.filter((row) => row.fresh).map(({ id }) => id);
  if (fresh.length > 0) bus.publish('notified', { notificationIds: fresh });
  for (const userId of new Set(inserted.map((row) => row.userId))) {
    bus.publish('changed', { feature: 'notifications', deviceId: null, userId });
  }
}
