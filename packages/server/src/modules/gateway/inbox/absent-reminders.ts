import { limits } from '@fairwatch/contract';
import type { Stop } from '../../../core/jobs/scheduler.ts';
import type { Departure } from '../../../shared/presence/presence.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { commandPush, consentRequestPush, notificationPush, ticketPush } from '../../../shared/push/push-texts.ts';
import { findMissed } from './missed.store.ts';

/** A page that reloads, or changes the network, is back within this time. */
const backWithinMs = 3000;
/** How long a silent connection may have been dead, with a margin. */
const missedWithinMs = 2 * limits.device.silentAfterMs;

/** Reminds people by push of what was sent to their device over a connection that turned out to be dead. */
export interface AbsentReminders {
  addGone(departures: readonly Departure[]): void;
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
  /** The last departure of each device that may still come back in time. */
  const gone = new Map<number, Departure>();
  const waiting = new Set<Stop>();

  async function remind(departures: readonly Departure[]): Promise<void> {
    const reachable = new Set(await push.findReachable(departures.map(({ deviceId }) => deviceId)));
    const away = departures.filter(({ deviceId }) => reachable.has(deviceId));
    if (away.length === 0) return;
    const { commands, requests, answers, notifications } = await findMissed(db, away, missedWithinMs);
    for (const { deviceId, ...command } of commands) push.remind(deviceId, () => commandPush(command));
    for (const { deviceId, ...request } of requests) push.remind(deviceId, () => consentRequestPush(request));
    for (const { deviceId, ...answer } of answers) push.remind(deviceId, () => ticketPush(answer));
    for (const { deviceId, ...sent } of notifications) push.remind(deviceId, () => notificationPush(sent));
  }

  function remindLater(departures: readonly Departure[]): void {
    const stop = scheduler.after(backWithinMs, () => {
      waiting.delete(stop);
      // A device that came back and went again waits for its later turn.
      const last = departures.filter((departure) => gone.get(departure.deviceId) === departure);
      for (const { deviceId } of last) gone.delete(deviceId);
      remind(last).catch((error: unknown) =>
        log.error({ err: error, event: 'web_push.missed_failed' }, 'Failed to look up what devices missed'),
      );
    });
    waiting.add(stop);
  }

  return {
    addGone(departures) {
      for (const departure of departures) gone.set(departure.deviceId, departure);
      if (departures.length > 0) remindLater(departures);
    },
    close() {
      for (const stop of waiting) stop();
    },
  };
}
