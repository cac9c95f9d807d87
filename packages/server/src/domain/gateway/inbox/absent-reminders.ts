import { limits } from '@fairwatch/contract';
import type { Stop } from '../../../core/scheduler.ts';
import type { Services } from '../../services/services.ts';
import { commandPush, consentRequestPush, notificationPush, ticketPush } from '../../web-push/push-texts.ts';
import { findWaitingPushNotifications } from '../../push-notifications/push-notifications.store.ts';
import { findMissed } from './missed.store.ts';

/** A page that reloads, or changes the network, is back within this time. */
const backWithinMs = 3000;
/** How long a silent connection may have been dead, with a margin. */
const missedWithinMs = 2 * limits.device.silentAfterMs;

/** Reminds people by push of what was sent to their device over a connection that turned out to be dead. */
export interface AbsentReminders {
  addGone(deviceIds: readonly number[]): void;
  close(): void;
}

/**
 * A locked phone freezes the page, and its connection counts as alive until it has been silent for a while. What is sent in
 * that time gets no push at first, because the device seems to be online.
 */
export function createAbsentReminders({
  db,
  push,
  log,
  scheduler,
}: Pick<Services, 'db' | 'push' | 'log' | 'scheduler'>): AbsentReminders {
  const gone = new Set<number>();
  let stop: Stop | undefined;

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
    stop = undefined;
    const deviceIds = [...gone];
    gone.clear();
    remind(deviceIds).catch((error: unknown) =>
      log.error({ err: error, event: 'web_push.missed_failed' }, 'Failed to look up what devices missed'),
    );
  }

  return {
    addGone(deviceIds) {
      for (const deviceId of deviceIds) gone.add(deviceId);
      if (gone.size > 0) stop ??= scheduler.after(backWithinMs, remindAll);
    },
    close() {
      stop?.();
    },
  };
}
