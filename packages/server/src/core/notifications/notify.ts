import type { NewsKind } from '@fairwatch/contract';
import { storableText } from '../devices/storable-text.ts';
import type { Services } from '../services.ts';
import { findAudience, growNotifications, insertNotifications } from './notifications.store.ts';

/** Something admins should know, in their words. */
export interface News {
  kind: NewsKind;
  /**
   * Who is told: the admins of a device, or these accounts. Only who is an admin now and not blocked; a device without
   * such an admin is the business of every SUPER_ADMIN. `approvers` may promote or reject an account that waits.
   */
  to: { adminsOfDevice: number } | { admins: readonly number[] } | 'superAdmins' | 'approvers';
  /** Whoever did it needs no news of it. */
  except?: number;
  title: string;
  /** The title for many of them, with `{count}`. It is used when one device causes a flood, which is told as one. */
  manyTitle?: string;
  message: string;
  /** A path of the console; empty when there is no page for it. */
  link: string;
  /** Set when it is about one device: whoever loses the device no longer sees it. */
  deviceId?: number;
}

/**
 * Tells admins what happened: a row for each, a toast in their open consoles. Call it after the transaction that made it
 * so. What comes in floods goes through the news desk instead.
 */
export async function notify({ db, bus }: Pick<Services, 'db' | 'bus'>, news: News): Promise<void> {
  const { to, except, kind, link, deviceId = null } = news;
  const [title, message] = [storableText(news.title), storableText(news.message)];
  const audience = await findAudience(db, audienceOf(to));
  const userIds = new Set(audience.map(({ userId }) => userId).filter((userId) => userId !== except));
  const manyTitle = deviceId === null ? undefined : news.manyTitle;
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
        });
  for (const { userId } of grown) userIds.delete(userId);
  const told = await insertNotifications(
    db,
    Array.from(userIds, (userId) => ({ userId, kind, title, message, link, deviceId, count: 1 })),
  );
  announce(bus, [...grown, ...told]);
}

function audienceOf(to: News['to']): Parameters<typeof findAudience>[1] {
  if (typeof to === 'string') return to;
  return 'admins' in to ? { userIds: to.admins } : { deviceIds: [to.adminsOfDevice] };
}

/** Open consoles show what is new and read their lists again. */
export function announce(bus: Services['bus'], told: readonly { id: number; userId: number; fresh: boolean }[]): void {
  const fresh = told.filter((row) => row.fresh).map(({ id }) => id);
  if (fresh.length > 0) bus.publish('notified', { notificationIds: fresh });
  for (const userId of new Set(told.map((row) => row.userId))) {
    bus.publish('changed', { feature: 'notifications', deviceId: null, userId });
  }
}
