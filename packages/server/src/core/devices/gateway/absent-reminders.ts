import { limits } from '@fairwatch/contract';
import type { Services } from '../../services.ts';
import { commandPush, consentRequestPush, notificationPush, ticketPush } from '../../web-push/push-words.ts';
import { findWaitingPushNotifications } from '../person/push-notifications.store.ts';
import { findMissed } from './missed.store.ts';

/** A page that is loaded again, or changes the network, is back within this time. */
const backWithinMs = 3000;
/** A connection that is not heard of may have been dead for this long, with some time to spare. */
const missedWithinMs = 2 * limits.device.silentAfterMs;

/** Tells people by push what was sent to their device over a connection that turned out to be gone. */
export interface AbsentReminders {
  noteGone(deviceIds: readonly number[]): void;
  close(): void;
}

/**
 * A phone that is locked freezes the page, and the connection counts until it has been silent for a while. What is asked in that
 * time gets no push at first, because the device seems to be here.
 */
export function createAbsentReminders({ db, push, log }: Pick<Services, 'db' | 'push' | 'log'>): AbsentReminders {
  const gone = new Set<number>();
  let timer: NodeJS.Timeout | null = null;

  async function remind(deviceIds: readonly number[]): Promise<void> {
    const reachable = await push.findReachable(deviceIds);
    if (reachable.length === 0) return;
    const { commands, requests, answers } = await findMissed(db, reachable, missedWithinMs);
    for (const { deviceId, ...command } of commands) push.remind(deviceId, commandPush(command));
    for (const { deviceId, ...request } of requests) push.remind(deviceId, consentRequestPush(request));
    for (const { deviceId, ...answer } of answers) push.remind(deviceId, ticketPush(answer));
    for (const { deviceId, notificationId: id, ...sent } of await findWaitingPushNotifications(db, reachable)) {
      push.remind(deviceId, notificationPush({ id, ...sent }));
    }
  }

  function remindAll(): void {
    timer = null;
    const deviceIds = [...gone];
    gone.clear();
    remind(deviceIds).catch((error: unknown) =>
      log.error({ err: error, event: 'web_push.missed_failed' }, 'Failed to look up what devices missed'),
    );
  }

  return {
    noteGone(deviceIds) {
      for (const deviceId of deviceIds) gone.add(deviceId);
      if (gone.size > 0) timer ??= setTimeout(remindAll, backWithinMs).unref();
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
