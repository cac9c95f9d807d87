import { inLanguage, isWithinHours, limits, sourceLanguage, type PushMessage } from '@fairwatch/contract';
import { countAttempt } from '../attempts/attempts.store.ts';
import { createBatcher } from '../../core/jobs/batcher.ts';
import type { Infrastructure } from '../infrastructure.ts';
import { createSemaphore } from '../../core/jobs/semaphore.ts';
import { pushAddress } from '../../core/web-push/push-services.ts';
import {
  deleteDeadSubscription,
  findSubscribers,
  readWebPush,
  recordPushResult,
  type Subscriber,
} from './push-subscriptions.store.ts';
import { sendPush, type PushResult } from '../../core/web-push/send-push.ts';
import type { VapidKeys } from '../../core/web-push/vapid.ts';
import { readVapidKeys } from './vapid-keys.store.ts';

const { perDevice, windowMs, inParallel, waitingAtOnce, keptSeconds } = limits.webPush;

/**
 * Sends push messages to people whose page is closed. A lost push loses nothing, because the device gets everything from the
 * stored rows when it connects.
 */
export interface PushSender {
  /**
   * Sends a push if push is on and the device is offline and subscribed. Returns at once. Call it where the row was stored,
   * not on a bus event: with several servers each would send it.
   */
  remind(deviceId: number, words: PushWords): void;
  /** Finds which of these devices a push would reach now; none while push is off. */
  findReachable(deviceIds: readonly number[]): Promise<number[]>;
  /** The number of pushes that are being sent or wait for their turn. */
  waiting(): number;
  /** Resolves when all pushes so far were sent or failed. */
  idle(): Promise<void>;
  /** Aborts pending pushes. */
  close(): Promise<void>;
}

/** Makes a push in the language that is selected, which is that of the device's person. */
export type PushWords = () => PushMessage;

interface Reminder {
  deviceId: number;
  words: PushWords;
  at: number;
}

type WordedReminder = Reminder & { message: PushMessage };

type Parts = Pick<Infrastructure, 'db' | 'bus' | 'log' | 'vault' | 'config' | 'scheduler'>;

export function createPushSender({ db, bus, log, vault, config, scheduler }: Parts): PushSender {
  const subject = subjectOf(config);
  const inTurn = createSemaphore(inParallel);
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  /** The VAPID keys; null while push is off. They are read on first use, and again after push was switched. */
  let keys: Promise<VapidKeys | null> | null = null;
  const forgetKeys = () => void (keys = null);
  const subscriptions = [bus.subscribe('webPushSwitched', forgetKeys), bus.onGap(forgetKeys)];

  const reminders = createBatcher<Reminder>(
    async (items) => {
      const vapid = await currentKeys();
      if (vapid === null) return;
      const found = await findSubscribers(
        db,
        items.map(({ deviceId }) => deviceId),
      );
      const subscribers = new Map(found.map((subscriber) => [subscriber.deviceId, subscriber]));
      for (const reminder of items) {
        const subscriber = subscribers.get(reminder.deviceId);
        if (!subscriber) continue;
        const message = inLanguage(subscriber.language ?? sourceLanguage, reminder.words);
        if (canPush(subscriber, message)) enqueue(vapid, subscriber, { ...reminder, message });
      }
    },
    (error) => log.error({ err: error, event: 'web_push.lookup_failed' }, 'Failed to look up push subscriptions'),
  );

  function currentKeys(): Promise<VapidKeys | null> {
    if (keys) return keys;
    const reading = loadKeys();
    keys = reading;
    reading.catch(() => keys === reading && (keys = null));
    return reading;
  }

  async function loadKeys(): Promise<VapidKeys | null> {
    const { enabled } = await readWebPush(db);
    if (!enabled) return null;
    const stored = await readVapidKeys(db, vault);
    if (stored === null) {
      log.error(
        { event: 'web_push.key_unreadable' },
        'The key for push cannot be opened with this vault.key: switch push off and on again to make a new one',
      );
    }
    return stored;
  }

  function enqueue(vapid: VapidKeys, subscriber: Subscriber, reminder: WordedReminder): void {
    if (sending.size >= waitingAtOnce) {
      return log.warn(
        { event: 'web_push.dropped', deviceId: reminder.deviceId },
        'Too many pushes wait: one was dropped',
      );
    }
    const sent = inTurn(() => send(vapid, subscriber, reminder)).catch((error: unknown) =>
      log.error({ err: error, event: 'web_push.store_failed' }, 'Failed to store what became of a push'),
    );
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  }

  async function send(
    vapid: VapidKeys,
    subscriber: Subscriber,
    { deviceId, message, at }: WordedReminder,
  ): Promise<void> {
    // A push that waited longer than a push service would keep it is useless.
    if (stopping.signal.aborted || scheduler.now() - at > keptSeconds * 1000) return;
    const { endpoint, p256dh, auth } = subscriber;
    // The owner may have changed the list of push services since this was stored.
    const address = pushAddress(endpoint, config.pushServices);
    if (address === null) return await deleteDeadSubscription(db, subscriber);
    const { failures } = await countAttempt(db, `web-push:device:${deviceId}`, { most: perDevice, windowMs });
    if (failures > perDevice) {
      return log.warn({ event: 'web_push.too_many', deviceId }, 'A device got no push: it had too many already');
    }
    const result = await attempt(() =>
      sendPush({ address, keys: { p256dh, auth }, message }, { keys: vapid, subject }, { signal: stopping.signal }),
    );
    if (stopping.signal.aborted) return;
    if (!result.taken) {
      const { gone, ...why } = result;
      // The path of the endpoint is secret, so only the host is logged.
      log.warn(
        { event: gone ? 'web_push.gone' : 'web_push.failed', deviceId, host: address.host, ...why },
        'Push not taken',
      );
      if (gone) {
        await deleteDeadSubscription(db, subscriber);
        return bus.publish('changed', { feature: 'devices', deviceId });
      }
    }
    await recordPushResult(db, subscriber, { failed: !result.taken });
  }

  return {
    remind: (deviceId, words) => reminders.add({ deviceId, words, at: scheduler.now() }),
    async findReachable(deviceIds) {
      if ((await currentKeys()) === null) return [];
      return (await findSubscribers(db, deviceIds)).map(({ deviceId }) => deviceId);
    },
    waiting: () => sending.size,
    async idle() {
      await reminders.idle();
      await Promise.all(sending);
    },
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      stopping.abort();
      await reminders.idle();
      await Promise.all(sending);
    },
  };
}

/**
 * True when a push may be sent now. Ticket answers, and what watches the person from now on, always may; nothing else while the person
 * pauses, and no commands outside their sharing hours, when the server delivers none.
 */
function canPush({ paused, hours }: Subscriber, { kind }: PushMessage): boolean {
  if (kind === 'TICKET' || kind === 'WATCH') return true;
  return !paused && (kind !== 'COMMAND' || isWithinHours(hours, new Date()));
}

/** Returns an unreachable push service as a push that was not accepted. */
async function attempt(
  send: () => Promise<PushResult>,
): Promise<PushResult | { taken: false; gone: false; error: string }> {
  try {
    return await send();
  } catch (error) {
    return { taken: false, gone: false, error: causeOf(error) };
  }
}

/** Returns the cause of an error without its message, which may contain the endpoint. */
function causeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'Error';
}

/** Returns the VAPID subject, by which push services can contact the owner: the public URL, or the sender of mails. */
function subjectOf({ publicUrl, mailFrom }: Infrastructure['config']): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
