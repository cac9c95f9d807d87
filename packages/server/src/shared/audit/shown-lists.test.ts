import { expect, it } from 'vitest';
import { createInProcessBus } from '../../core/bus/in-process-bus.ts';
import { createScheduler } from '../../core/jobs/scheduler.ts';
import { createLog } from '../../core/log.ts';
import type { Database } from '../schema/schema.ts';
import type { BusEvents } from '../server-bus.ts';
import { createAuditLog } from './audit-log.ts';
import { sessionKey } from './read-log.ts';
import { createSeenItems } from './seen-items.ts';
import { createShownLists } from './shown-lists.ts';
import { createShownPreviews } from './shown-previews.ts';

const minute = 60_000;
const nothing = async () => undefined;

it('keeps nothing of a thousand sessions that have ended, and everything of one that has not', async () => {
  const [seen, previews] = [createSeenItems(() => 0), createShownPreviews(() => 0)];
  await seen.once({ session: 'stays', what: 'devices' }, [1, 2, 3], nothing);
  previews.allow({ session: 'stays', what: 'photos' }, 1);
  for (let place = 0; place < 1000; place += 1) {
    const session = `session ${place}`;
    for (const what of ['devices', 'map']) await seen.once({ session, what }, [1, 2, 3, 4], nothing);
    previews.allow({ session, what: 'photos' }, 1);
    previews.take({ session, what: 'photos' }, 'a');
    seen.forgetSession(session);
    previews.forgetSession(session);
  }
  expect([seen.size(), previews.size()]).toEqual([
    { lists: 1, items: 3 },
    { lists: 1, items: 0 },
  ]);
  expect(previews.take({ session: 'stays', what: 'photos' }, 'a')).toBe(true);
});

it('forgets what a session was shown when that session ends', async () => {
  const log = createLog('silent' as 'error');
  const bus = createInProcessBus<BusEvents>(log);
  const { seen } = createAuditLog({ db: {} as Database, bus, scheduler: createScheduler(log) });
  const tokenHash = Buffer.alloc(32, 7);
  const list = { session: sessionKey({ tokenHash }), what: 'devices' };
  const written: number[][] = [];
  const write = async (fresh: readonly number[]) => void written.push([...fresh]);
  await seen.once(list, [1], write);
  await seen.once(list, [1], write);
  bus.publish('sessionEnded', { tokenHash: Buffer.alloc(32, 8).toString('hex') });
  await seen.once(list, [1], write);
  expect(written).toEqual([[1]]);
  bus.publish('sessionEnded', { tokenHash: tokenHash.toString('hex') });
  await seen.once(list, [1], write);
  expect(written).toEqual([[1], [1]]);
});

it('drops the oldest lists when they are too many, have too many items, or are too old', () => {
  let now = 0;
  const lists = createShownLists<number, ReturnType<typeof listOf>>(() => now, {
    keptMs: 60 * minute,
    lists: 3,
    items: 10,
  });
  const listOf = (name: string, items: readonly number[] = []) => ({
    name,
    session: name,
    at: now,
    items: new Set(items),
  });
  const [first, second, third] = [listOf('first', [1, 2]), listOf('second'), listOf('third')];
  for (const list of [first, second, third, listOf('fourth')]) lists.keep(list);
  expect(lists.find('first')).toBeUndefined();
  expect(lists.size()).toEqual({ lists: 3, items: 0 });
  lists.add(second, [1, 2, 3, 4, 5]);
  lists.remove(second, [5]);
  // What was dropped while somebody wrote it counts no more.
  lists.remove(first, [1]);
  expect(lists.size()).toEqual({ lists: 3, items: 4 });
  lists.keep(listOf('fifth', [1, 2, 3, 4, 5, 6, 7]));
  expect(lists.size()).toEqual({ lists: 3, items: 7 });
  lists.add(third, [1, 2, 3, 4]);
  expect(lists.size()).toEqual({ lists: 2, items: 7 });
  now += 60 * minute;
  expect(lists.find('fifth')).toBeUndefined();
  lists.keep(listOf('sixth', [1]));
  expect(lists.size()).toEqual({ lists: 1, items: 1 });
});
