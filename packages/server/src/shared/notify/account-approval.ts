import { consoleLink, type NotificationKind } from '@fairwatch/contract';
import type { Infrastructure } from '../infrastructure.ts';
import { settleNotifications } from './notifications.store.ts';
import { notify } from './notify.ts';

type Context = Pick<Infrastructure, 'db' | 'bus' | 'log'>;

const kind: NotificationKind = 'ACCOUNT_WAITING';
const linkTo = (userId: number) => consoleLink('/role-management/user/settings/$id', { id: userId });

/** Notifies the admins who may approve an account that it waits. The account exists already, so a failure is only logged. */
export async function notifyApprovers(
  services: Context,
  { userId, username }: { userId: number; username: string },
): Promise<void> {
  try {
    await notify(services, {
      kind,
      to: 'approvers',
      title: `${username} waits for approval`,
      message: 'They registered an account. Until somebody promotes or rejects it, they see only the welcome page.',
      link: linkTo(userId),
      tells: null,
    });
  } catch (error) {
    services.log.error(
      { err: error, event: 'account.notify_failed', userId },
      'Failed to notify the admins who may approve an account',
    );
  }
}

/** Marks that notification as read for everyone once somebody has decided. The decision stands, so a failure is only logged. */
export async function settleApproval(services: Context, userId: number): Promise<void> {
  try {
    const concerned = await settleNotifications(services.db, { kind, link: linkTo(userId) });
    for (const reader of new Set(concerned)) {
      services.bus.publish('changed', { feature: 'notifications', deviceId: null, userId: reader });
    }
  } catch (error) {
    services.log.error({ err: error, event: 'account.settle_failed', userId }, 'Failed to settle account news');
  }
}
