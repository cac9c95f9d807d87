import { isDatabaseGone } from '../database/database-gone.ts';
import type { Database } from '../database/schema.ts';
import { storableText } from '../devices/storable-text.ts';
import type { Services } from '../services.ts';
import { isCommandNews, type DeviceNews, type NewsDesk } from './device-news.ts';
import { createNewsBudget } from './news-budget.ts';
import { gatheredWords, wordsFor } from './news-words.ts';
import { findNames } from './news-names.store.ts';
import {
  findAudience,
  gatherNotifications,
  insertNotifications,
  type NewNotification,
  type Written,
} from './notifications.store.ts';
import { announce } from './notify.ts';

/** News wait this long for their like, and are written at most this often. */
const gatherMs = 200;
const writeEveryMs = 1000;
/** While the database is away, what is more than this is forgotten: the truth is in the tables. */
const mostWaiting = 50_000;

/** All of one kind for one admin. */
interface Bundle {
  userId: number;
  kind: DeviceNews['kind'];
  news: DeviceNews[];
}

/**
 * Turns what happens with devices into notifications: of devices for their admins, of a command for whoever asked for it.
 * A few statements a second whatever happens, and a crowd is told as one that grows.
 */
export function createNewsDesk({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): NewsDesk {
  const budget = createNewsBudget();
  let waiting: DeviceNews[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = 0;
  let writing: Promise<void> | null = null;
  let closed = false;

  function plan(): void {
    if (closed || writing !== null || waiting.length === 0) return;
    timer ??= setTimeout(run, Math.max(gatherMs, writtenAt + writeEveryMs - Date.now()));
    timer.unref();
  }

  function run(): void {
    timer = undefined;
    writing = write().finally(() => {
      writing = null;
      plan();
    });
  }

  async function write(): Promise<void> {
    const news = waiting;
    waiting = [];
    writtenAt = Date.now();
    try {
      announce(bus, await store(news));
    } catch (error) {
      log.error({ err: error, news: news.length }, 'admins could not be told what happened');
      // Anything else would fail again and again, and hold up all that follows.
      if (isDatabaseGone(error)) waiting = [...news, ...waiting].slice(-mostWaiting);
    }
    budget.tidy();
  }

  async function store(news: readonly DeviceNews[]): Promise<Written[]> {
    const bundles = await bundle(news);
    const oneByOne: Bundle[] = [];
    const crowds: Bundle[] = [];
    for (const each of bundles) {
      (budget.spend(`${each.userId} ${each.kind}`, each.news.length) ? oneByOne : crowds).push(each);
    }
    return await db.transaction().execute(async (transaction) => {
      const grown = await gatherNotifications(
        transaction,
        crowds.map(({ userId, kind, news: { length: count } }) => ({
          userId,
          kind,
          count,
          title: gatheredWords[kind].title,
        })),
      );
      const growing = new Set(grown.map(({ userId, kind }) => `${userId} ${kind}`));
      const starting = crowds.filter(({ userId, kind }) => !growing.has(`${userId} ${kind}`));
      const [alone, many] = [starting.filter(isOne), starting.filter((each) => !isOne(each))];
      const rows = [...many.map(gathered), ...(await told(transaction, [...oneByOne, ...alone]))];
      return [...grown, ...(await insertNotifications(transaction, rows))];
    });
  }

  /** What each admin has to hear, by kind. */
  async function bundle(news: readonly DeviceNews[]): Promise<Bundle[]> {
    const ofCommands = news.filter(isCommandNews);
    const ofDevices = news.filter((each) => !isCommandNews(each));
    const askers = await audienceOf({ userIds: [...new Set(ofCommands.map(({ requestedBy }) => requestedBy))] });
    const admins = await audienceOf({ deviceIds: [...new Set(ofDevices.map(({ deviceId }) => deviceId))] });
    const bundles = new Map<string, Bundle>();
    const add = (userId: number, each: DeviceNews) => {
      const key = `${userId} ${each.kind}`;
      const known = bundles.get(key);
      if (known) known.news.push(each);
      else bundles.set(key, { userId, kind: each.kind, news: [each] });
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
    report(news) {
      if (closed) return;
      for (const each of news) waiting.push(each);
      if (waiting.length > mostWaiting) waiting = waiting.slice(-mostWaiting);
      plan();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await writing;
      if (waiting.length > 0) await write();
    },
  };
}

/** Whoever ended a device knows. */
const isBy = (userId: number, news: DeviceNews) => news.kind === 'DEVICE_ENDED' && news.adminId === userId;

const isOne = ({ news }: Bundle) => news.length === 1;

/** A crowd as one notification. It is about no single device, so nobody's name is in it. */
function gathered({ userId, kind, news: { length: count } }: Bundle): NewNotification {
  const { title, message, link } = gatheredWords[kind];
  return {
    userId,
    kind,
    title: title.replace('{count}', count.toLocaleString('en')),
    message,
    link,
    deviceId: null,
    count,
  };
}

/** Each of these in its own words. */
async function told(transaction: Database, bundles: readonly Bundle[]): Promise<NewNotification[]> {
  const news = bundles.flatMap((each) => each.news);
  if (news.length === 0) return [];
  const { devices, commands } = await findNames(transaction, {
    deviceIds: news.map(({ deviceId }) => deviceId),
    commandIds: news.filter(isCommandNews).map(({ commandId }) => commandId),
  });
  return bundles.flatMap(({ userId, kind, news: items }) =>
    items.flatMap((item) => {
      const device = devices.get(item.deviceId);
      const words = device && wordsFor(item, device, isCommandNews(item) ? commands.get(item.commandId) : undefined);
      // Whoever has left is not spoken of any more, except that they left.
      if (!words || (device.left && kind !== 'DEVICE_LEFT' && kind !== 'DEVICE_ENDED')) return [];
      const { title, message, link } = words;
      const text = { title: storableText(title), message: storableText(message), link };
      return [{ userId, kind, ...text, deviceId: item.deviceId, count: 1 }];
    }),
  );
}
