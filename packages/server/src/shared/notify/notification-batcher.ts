import { isDatabaseGone } from '../../core/database/database-gone.ts';
import type { Database } from '../schema/schema.ts';
import { storableText } from '../../core/storable-text.ts';
import type { Infrastructure } from '../infrastructure.ts';
import { isCommandOutcome, type DeviceEvent, type NotificationBatcher } from './device-event.ts';
import { createNotificationBudget } from './notification-budget.ts';
import { summaryWords, wordsFor } from './notification-words.ts';
import { findNames } from './notification-names.store.ts';
import {
  findAudience,
  gatherNotifications,
  insertNotifications,
  type NewNotification,
  type Written,
} from './notifications.store.ts';
import { publishNotifications } from './notify.ts';

/** How long events are collected before they are written, and the shortest time between two writes. */
const collectMs = 200;
const writeEveryMs = 1000;
/**
 * The most events that wait while the database is unavailable. Older ones are dropped: what happened is in the tables
 * anyway.
 */
const maxWaiting = 50_000;

/** The events of one kind for one admin. */
interface Bundle {
  userId: number;
  kind: DeviceEvent['kind'];
  events: DeviceEvent[];
}

/**
 * Turns events of devices into notifications: events of a device for its admins, the outcome of a command for the admin who
 * requested it. It runs a few statements a second under any load, and many events of a kind become one notification that
 * grows.
 */
export function createNotificationBatcher({
  db,
  bus,
  jobs,
  log,
  scheduler,
}: Pick<Infrastructure, 'db' | 'bus' | 'jobs' | 'log' | 'scheduler'>): NotificationBatcher {
  const budget = createNotificationBudget(scheduler.now);
  let waiting: DeviceEvent[] = [];
  let closed = false;
  const writing = jobs.start({
    name: 'writeNotifications',
    run: write,
    gatherMs: collectMs,
    atMostEveryMs: writeEveryMs,
  });

  async function write(): Promise<void> {
    const events = waiting;
    waiting = [];
    try {
      publishNotifications(bus, await store(events));
    } catch (error) {
      log.error(
        { err: error, event: 'notifications.store_failed', events: events.length },
        'Failed to store notifications',
      );
      // Only a missing database is worth a retry; anything else would fail again and block all that follows.
      if (isDatabaseGone(error)) {
        waiting = [...events, ...waiting].slice(-maxWaiting);
        writing.trigger();
      }
    }
    budget.tidy();
  }

  async function store(events: readonly DeviceEvent[]): Promise<Written[]> {
    const bundles = await bundle(events);
    const oneByOne: Bundle[] = [];
    const summedUp: Bundle[] = [];
    for (const each of bundles) {
      (budget.spend(`${each.userId} ${each.kind}`, each.events.length) ? oneByOne : summedUp).push(each);
    }
    return await db.transaction().execute(async (transaction) => {
      const grown = await gatherNotifications(
        transaction,
        summedUp.map(({ userId, kind, events: { length: count } }) => ({
          userId,
          kind,
          count,
          title: summaryWords[kind].title,
        })),
      );
      const growing = new Set(grown.map(({ userId, kind }) => `${userId} ${kind}`));
      const starting = summedUp.filter(({ userId, kind }) => !growing.has(`${userId} ${kind}`));
      const [alone, many] = [starting.filter(isSingle), starting.filter((each) => !isSingle(each))];
      const rows = [...many.map(summarize), ...(await describeEach(transaction, [...oneByOne, ...alone]))];
      return [...grown, ...(await insertNotifications(transaction, rows))];
    });
  }

  /** Groups events by admin and kind. */
  async function bundle(events: readonly DeviceEvent[]): Promise<Bundle[]> {
    const ofCommands = events.filter(isCommandOutcome);
    const ofDevices = events.filter((each) => !isCommandOutcome(each));
    const askers = await audienceOf({ userIds: [...new Set(ofCommands.map(({ requestedBy }) => requestedBy))] });
    const admins = await audienceOf({ deviceIds: [...new Set(ofDevices.map(({ deviceId }) => deviceId))] });
    const bundles = new Map<string, Bundle>();
    const add = (userId: number, each: DeviceEvent) => {
      const key = `${userId} ${each.kind}`;
      const known = bundles.get(key);
      if (known) known.events.push(each);
      else bundles.set(key, { userId, kind: each.kind, events: [each] });
    };
    const asking = new Set(askers.map(({ userId }) => userId));
    for (const each of ofCommands) if (asking.has(each.requestedBy)) add(each.requestedBy, each);
    const ofDevice = Map.groupBy(admins, ({ deviceId }) => deviceId);
    for (const each of ofDevices) {
      for (const { userId } of ofDevice.get(each.deviceId) ?? []) if (!isBy(userId, each)) add(userId, each);
    }
    return [...bundles.values()];
  }

  async function audienceOf(of: { userIds: number[] } | { deviceIds: number[] }) {
    const [ids = []] = Object.values(of);
    return ids.length === 0 ? [] : await findAudience(db, of);
  }

  return {
    report(events) {
      if (closed) return;
      for (const each of events) waiting.push(each);
      if (waiting.length > maxWaiting) waiting = waiting.slice(-maxWaiting);
      if (waiting.length > 0) writing.trigger();
    },
    async close() {
      closed = true;
      await writing.close();
      if (waiting.length > 0) await write();
    },
  };
}

/** The admin who ended a device needs no notification of it. */
const isBy = (userId: number, events: DeviceEvent) => events.kind === 'DEVICE_ENDED' && events.adminId === userId;

const isSingle = ({ events }: Bundle) => events.length === 1;

/** Makes one notification of many events. It is about no single device, so it names nobody. */
function summarize({ userId, kind, events: { length: count } }: Bundle): NewNotification {
  const { title, message, link } = summaryWords[kind];
  return {
    userId,
    kind,
    title: title.replace('{count}', count.toLocaleString('en')),
    message,
    link,
    deviceId: null,
    tells: null,
    count,
  };
}

/** Makes one notification per event. */
async function describeEach(transaction: Database, bundles: readonly Bundle[]): Promise<NewNotification[]> {
  const events = bundles.flatMap((each) => each.events);
  if (events.length === 0) return [];
  const { devices, commands } = await findNames(transaction, {
    deviceIds: events.map(({ deviceId }) => deviceId),
    commandIds: events.filter(isCommandOutcome).map(({ commandId }) => commandId),
  });
  return bundles.flatMap(({ userId, kind, events: items }) =>
    items.flatMap((item) => {
      const device = devices.get(item.deviceId);
      const words = device && wordsFor(item, device, isCommandOutcome(item) ? commands.get(item.commandId) : undefined);
      // A device that has left is not named any more, except that it left.
      if (!words || (device.left && kind !== 'DEVICE_LEFT' && kind !== 'DEVICE_ENDED')) return [];
      const { title, message, link, tells } = words;
      const text = { title: storableText(title), message: storableText(message), link };
      return [{ userId, kind, ...text, deviceId: item.deviceId, tells, count: 1 }];
    }),
  );
}
