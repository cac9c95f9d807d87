import { messageThreads } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyRetention } from '../retention/retention.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';
import { messagesDevice, moment, mum, type Given } from './messages-for-test.ts';
import { messagesTable } from './messages.store.ts';

let server: TestServer;
let owner: TestAdmin;
let device: Awaited<ReturnType<typeof messagesDevice>>;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: { SMS_READ: 'READ_ONLY' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await messagesDevice(server, owner);
});

describe('the threads of a device', () => {
  it('[SPEC 7.86, 2.88] are listed newest first, with the last message, how many there are and how many are unread', async () => {
    await device.store({
      a1: { at: 1, body: 'Hello' },
      a2: { at: 5, body: 'Are you there?', read: false },
      b1: { address: 'Parcels', name: '', at: 9, body: 'Your code is 17', read: false },
      b2: { address: 'Parcels', name: '', at: 3, direction: 'SENT', read: false },
      c1: { address: '+447700900002', name: 'Dad', at: 7, direction: 'SENT' },
    });
    expect(await device.threads()).toMatchObject([
      { address: 'Parcels', name: '', count: 2, unreadCount: 1, matches: null, last: { body: 'Your code is 17' } },
      { name: 'Dad', count: 1, unreadCount: 0, last: { direction: 'SENT', date: moment(7) } },
      { name: 'Mum', count: 2, unreadCount: 1, last: { body: 'Are you there?', direction: 'RECEIVED' } },
    ]);
  });

  it('are paged without gaps or duplicates', async () => {
    await device.store(
      Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`k${n}`, { address: `+1${n}`, at: n % 3 }])),
    );
    const found = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { envelope } = await server.api(
        messageThreads,
        { deviceId: device.deviceId, page, pageSize: 3 },
        owner.token,
      );
      expect(envelope.meta.pagination).toEqual({ page, pageSize: 3, totalItems: 7, totalPages: 3 });
      for (const { address } of envelope.data) found.add(address);
    }
    expect(found.size).toBe(7);
  });

  it('are found by name, by number in any spacing, and by the text of any message', async () => {
    await device.store({
      a1: { at: 1, body: 'The lasagne is ready' },
      a2: { at: 2, body: 'LASAGNE again?', direction: 'SENT' },
      a3: { at: 30, body: 'Good night' },
      b1: { address: '+33639980102', name: 'Lasagne Express', at: 10, body: 'We are closed' },
      c1: { address: '60124', name: '', at: 20, body: '100 % off' },
    });
    const found = await device.threads({ search: 'lasagne' });
    expect(found.map(({ name }) => name)).toEqual(['Lasagne Express', 'Mum']);
    expect(found[0]?.matches).toBeNull();
    expect(found[1]).toMatchObject({ count: 3, last: { body: 'Good night' } });
    expect(found[1]?.matches).toMatchObject({ count: 2, newest: { body: 'LASAGNE again?', date: moment(2) } });
    const names = async (search: string) => (await device.threads({ search })).map(({ address }) => address);
    expect(await names('+44 7700 900')).toEqual(['+447700900001']);
    expect(await names('(0) 103')).toEqual([]);
    expect(await names('98 01')).toEqual(['+33639980102']);
    expect(await names('100 %')).toEqual(['60124']);
    expect(await names('%')).toEqual(['60124']);
    expect(await names('_')).toEqual([]);
  });

  it('show the found words of a long message, not its beginning', async () => {
    await device.store({ long: { body: `${'Far '.repeat(100)} the needle is here ${'away '.repeat(100)}` } });
    const [thread] = await device.threads({ search: 'NEEDLE' });
    expect(thread?.matches?.newest.body).toMatch(/^… ?(?:r |Far )+ the needle is here (?:away )+/);
    expect(thread?.last.body).toHaveLength(160);
  });

  it('can be read one by one', async () => {
    await device.store({ a: {}, b: { address: '60124', name: '' } });
    expect(await device.threads({ address: '60124' })).toMatchObject([{ address: '60124', count: 1 }]);
    expect(await device.threads({ address: '6012' })).toEqual([]);
  });

  it('have correct counts after inserts, updates and deletes of messages', async () => {
    const { db } = server.services;
    const addresses = ['+1', '+2', '+3'];
    const kept = async () =>
      (await device.threads()).map(({ address, count, unreadCount }) => [address, count, unreadCount]);
    const counted = async () => {
      const { rows } = await sql<{ address: string; count: number; unread: number }>`
        select address, count(*) as count, count(*) filter (where direction = 'RECEIVED' and not read) as unread
        from messages where device_id = ${device.deviceId} group by address order by max((date)) desc, max(id) desc`.execute(
        db,
      );
      return rows.map(({ address, count, unread }) => [address, count, unread]);
    };
    for (let round = 0; round < 6; round += 1) {
      // Random changes: new, deleted and read messages, and messages that move to another thread.
      const given = Array.from({ length: 40 }, (_, n): [string, Given] => [
        `m${n + round * 7}`,
        {
          address: addresses[(n + round) % 3] ?? '',
          at: n,
          read: (n + round) % 4 > 0,
          direction: n % 5 ? 'RECEIVED' : 'SENT',
        },
      ]);
      await device.store(Object.fromEntries(given));
      expect((await kept()).toSorted()).toEqual((await counted()).toSorted());
    }
    const { rows } = await sql`select from message_threads where device_id = ${device.deviceId}`.execute(db);
    expect(rows).toHaveLength(3);
    await device.store({});
    expect(await kept()).toEqual([]);
  });

  it('follow their newest message when it is deleted, changes its time or moves to another thread', async () => {
    const order = async () => (await device.threads()).map(({ address, last }) => [address, last.body]);
    const others = { b: { address: '+2', at: 5 }, c: { address: '+3', at: 3 } };
    await device.store({ a1: { address: '+1', at: 1 }, a2: { address: '+1', at: 9 }, ...others });
    expect(await order()).toEqual([
      ['+1', 'a2'],
      ['+2', 'b'],
      ['+3', 'c'],
    ]);
    await device.store({ a1: { address: '+1', at: 1 }, ...others });
    expect(await order()).toEqual([
      ['+2', 'b'],
      ['+3', 'c'],
      ['+1', 'a1'],
    ]);
    await device.store({ a1: { address: '+1', at: 4 }, ...others });
    expect(await order()).toEqual([
      ['+2', 'b'],
      ['+1', 'a1'],
      ['+3', 'c'],
    ]);
    await device.store({ a1: { address: '+3', at: 4 }, ...others });
    expect(await order()).toEqual([
      ['+2', 'b'],
      ['+3', 'a1'],
    ]);
    await device.store({ a1: { address: '+4', at: 6 }, b: { address: '+2', at: 5 } });
    expect(await order()).toEqual([
      ['+4', 'a1'],
      ['+2', 'b'],
    ]);
  });

  it('have correct counts after concurrent writes', async () => {
    const { db } = server.services;
    await device.store({ a: { at: 1 }, b: { at: 2 } });
    const add = (key: string) => sql`
      insert into messages (device_id, key, address, name, body, date, direction, read)
      values (${device.deviceId}, ${key}, ${mum}, 'Mum', 'x', now(), 'SENT', true)`;
    await Promise.all([
      db.transaction().execute((one) => add('c').execute(one)),
      db.transaction().execute(async (other) => {
        await add('d').execute(other);
        await sql`delete from messages where device_id = ${device.deviceId} and key = 'a'`.execute(other);
      }),
    ]);
    expect(await device.threads()).toMatchObject([{ count: 3 }]);
    await add('e').execute(db);
    expect(await device.threads()).toMatchObject([{ count: 4 }]);
  });

  it('go when their messages have had their days, and leave nothing behind when the person leaves', async () => {
    const { db } = server.services;
    await device.store({ a: { address: '+1' }, b: { address: '+2' } });
    await sql`update messages set received_at = now() - interval '31 days' where address = '+1'`.execute(db);
    await applyRetention(server.services, [messagesTable], { pauseMs: 0 });
    expect((await device.threads()).map(({ address }) => address)).toEqual(['+2']);
    await messagesTable.deleteRows(db, device.deviceId);
    const { rows } = await sql`select from message_threads where device_id = ${device.deviceId}`.execute(db);
    expect(rows).toEqual([]);
  });
});
