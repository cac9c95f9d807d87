import {
  conversation,
  findMessages,
  messages,
  messageThreads,
  revealMessage,
  type AuditDetails,
  type MessageCursor,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';
import { maskedBody } from './messages.store.ts';
import { messagesDevice, moment, mum, type Given } from './messages-for-test.ts';

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

/** m4, m5, m6, ... */
const bodies = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `m${from + n}`);

const around = async (at: number, size = 6) => {
  const found = await device.read({ around: { date: moment(at) }, size });
  return [
    found.messages.find(({ id }) => id === found.anchorId)?.body,
    found.bodies,
    found.older === null,
    found.newer === null,
  ];
};

describe('a conversation', () => {
  /** m1 to m25; m8 to m15 were written at the same moment. */
  beforeEach(async () => {
    const given = bodies(1, 25).map((key, n): [string, Given] => [
      key,
      { at: n >= 7 && n <= 14 ? 100 : n < 7 ? n : 100 + n },
    ]);
    await device.store({ ...Object.fromEntries(given), other: { address: '+2', at: 3 } });
  });

  it('starts with its newest messages', async () => {
    const end = await device.read({ size: 10 });
    expect(end.bodies).toEqual(bodies(16, 25));
    expect([end.newer, end.anchorId]).toEqual([null, null]);
    expect(end.older).toEqual({ date: moment(115), id: end.messages[0]?.id });
  });

  it.each([1, 3, 4, 7, 100])(
    'is walked to its beginning and back, %i at a time, without gaps or repeats',
    async (size) => {
      let stretch = await device.read({ size });
      const walked = [...stretch.bodies];
      while (stretch.older !== null) {
        stretch = await device.read({ before: stretch.older, size });
        expect(stretch.newer).not.toBeNull();
        walked.unshift(...stretch.bodies);
      }
      expect(walked).toEqual(bodies(1, 25));
      const back = [...stretch.bodies];
      while (stretch.newer !== null) {
        stretch = await device.read({ after: stretch.newer, size });
        back.push(...stretch.bodies);
      }
      expect(back).toEqual(bodies(1, 25));
    },
  );

  it('can be opened at a time: the first message at or after it, with the messages before', async () => {
    expect(await around(4)).toEqual(['m5', bodies(2, 7), false, false]);
    expect(await around(50)).toEqual(['m8', bodies(5, 10), false, false]);
    expect(await around(-9)).toEqual(['m1', bodies(1, 3), true, false]);
    expect(await around(9999)).toEqual(['m25', bodies(23, 25), false, true]);
  });

  it('can be opened at a message, also among messages of the same time', async () => {
    const all = await device.read({ size: 100 });
    for (const name of ['m1', 'm8', 'm11', 'm15', 'm25']) {
      const id = all.messages.find(({ body }) => body === name)?.id ?? 0;
      const found = await device.read({ around: { id }, size: 4 });
      expect(found.anchorId).toBe(id);
      const place = all.bodies.indexOf(name);
      expect(found.bodies).toEqual(all.bodies.slice(Math.max(0, place - 2), place + 2));
    }
  });

  it('shows its newest messages when the requested one is deleted or belongs to another thread', async () => {
    const [other] = (await device.read({}, '+2')).messages;
    expect((await device.read({ around: { id: other?.id ?? 0 }, size: 3 })).bodies).toEqual(bodies(23, 25));
    expect((await device.read({ around: { id: 999_999_999 }, size: 3 })).anchorId).toBeNull();
    expect(await device.read({}, 'nobody')).toMatchObject({ bodies: [], older: null, newer: null });
  });

  it('continues from a cursor whose message was deleted', async () => {
    const { older } = await device.read({ size: 5 });
    await sql`delete from messages where id = ${older?.id}`.execute(server.services.db);
    expect((await device.read({ before: older as MessageCursor, size: 3 })).bodies).toEqual(bodies(18, 20));
  });

  it('is searched: all messages that have the text, newest first', async () => {
    const find = async (search: string) => {
      const { envelope } = await server.api(
        findMessages,
        { deviceId: device.deviceId, address: mum, search },
        owner.token,
      );
      return envelope.data;
    };
    const all = await device.read({ size: 100 });
    const bodyOf = (id: number) => all.messages.find((message) => message.id === id)?.body;
    const { ids, total } = await find('M1');
    expect(ids.map(bodyOf)).toEqual(['m19', 'm18', 'm17', 'm16', 'm15', 'm14', 'm13', 'm12', 'm11', 'm10', 'm1']);
    expect(total).toBe(11);
    expect(await find('%')).toEqual({ ids: [], total: 0 });
    // The sender's name is not searched, because every message of the thread would match.
    expect(await find('Mum')).toEqual({ ids: [], total: 0 });
  });

  it('refuses invalid input', async () => {
    const cursor = { date: moment(0), id: 1 };
    const wrong: object[] = [
      { before: cursor, after: cursor },
      { around: {} },
      { around: { id: 1, date: moment(0) } },
      { before: { id: 1 } },
      { size: 0 },
      { size: 201 },
    ];
    for (const input of wrong) {
      const answer = await server.api(
        conversation,
        { deviceId: device.deviceId, address: '+1', ...input } as never,
        owner.token,
      );
      expect(answer.errorCode, JSON.stringify(input)).toBe('invalid_input');
    }
  });
});

/** All calls that read messages, except the list. */
const calls = (deviceId: number) =>
  [
    [messageThreads, { deviceId }],
    [conversation, { deviceId, address: mum }],
    [findMessages, { deviceId, address: mum, search: 'a' }],
    [revealMessage, { deviceId, id: 1 }],
  ] as const;

const listed = async (search: string) =>
  (await server.api(messages.list, { deviceId: device.deviceId, search }, owner.token)).envelope.data;
const found = async (search: string) =>
  (await server.api(findMessages, { deviceId: device.deviceId, address: mum, search }, owner.token)).envelope.data;

describe('a code in a text message', () => {
  const body = 'Lindenbank: your code is 482913.';
  const masked = 'Lindenbank: your code is ••••••.';
  beforeEach(() => device.store({ a: { at: 1, body }, b: { at: 2, body: 'Thanks, 482913 was right' } }));

  it('is masked in conversations, threads, lists and what an export reads', async () => {
    const { messages: read } = await device.read({});
    expect(read.map((message) => [message.body, message.masked])).toEqual([
      [masked, true],
      ['Thanks, 482913 was right', false],
    ]);
    await device.store({ a: { at: 1, body } });
    expect((await device.threads())[0]?.last.body).toBe(masked);
    expect((await device.threads({ search: 'lindenbank' }))[0]?.matches?.newest.body).toBe(masked);
    const exported = { deviceId: device.deviceId, after: '', export: true };
    expect((await server.api(messages.list, exported, owner.token)).envelope.data).toMatchObject([{ body: masked }]);
  });

  it('cannot be found out by searching for its digits', async () => {
    await device.store({ a: { at: 1, body } });
    for (const search of ['482913', 'is 4', '913.']) {
      expect(await found(search), search).toEqual({ ids: [], total: 0 });
      expect(await listed(search), search).toEqual([]);
      expect(await device.threads({ search }).then((threads) => threads[0]?.matches ?? null), search).toBeNull();
    }
    expect(await found('your code is •')).toMatchObject({ total: 1 });
  });

  it('is shown by the call that reveals one message, which the log of the device names', async () => {
    const [first] = (await device.read({})).messages;
    const reveal = (id: number, token = owner.token, deviceId = device.deviceId) =>
      server.api(revealMessage, { deviceId, id }, token);
    expect((await reveal(first?.id ?? 0)).envelope.data).toEqual({ body });
    const lines = async () =>
      (await auditOf(server, device))
        .filter(({ subject }) => subject === revealMessage.path)
        .map((line) => logWords({ ...line, details: line.details as AuditDetails }));
    expect(await lines()).toEqual(['revealed a code in the conversation with Mum']);
    const other = await messagesDevice(server, owner);
    expect((await reveal(first?.id ?? 0, owner.token, other.deviceId)).envelope.data).toEqual({ body: null });
    expect((await reveal(999_999_999)).envelope.data).toEqual({ body: null });
    expect(await lines()).toHaveLength(1);
  });
});

describe('text messages', () => {
  it('can be read only with the permission and the device in scope', async () => {
    await device.store({ a: {} });
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    const without = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    for (const [endpoint, input] of calls(device.deviceId)) {
      expect((await server.api(endpoint, input, null)).status).toBe(401);
      expect((await server.api(endpoint, input, stranger.token)).errorCode).toBe('device_not_found');
      expect((await server.api(endpoint, input, without.token)).errorCode).toBe('not_allowed');
      expect((await server.api(endpoint, input, owner.token)).status).toBe(200);
    }
  });

  it('cannot be read without the consent of the device’s person', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId, capabilities: ['CONTACTS'] });
    for (const [endpoint, input] of calls(deviceId)) {
      expect((await server.api(endpoint, input, owner.token)).errorCode).toBe('consent_missing');
    }
  });
});

describe('many messages', () => {
  it('are reached through an index at any place of a thread', { tags: 'full' }, async () => {
    const { db } = server.services;
    await sql`insert into messages (device_id, key, address, name, body, date, direction, read)
      select ${device.deviceId}, 'k' || n, '+' || n % 2, '', 'text ' || n, now() - n * interval '1 minute', 'SENT', true
      from generate_series(1, 30000) n`.execute(db);
    await sql`analyze messages`.execute(db);
    expect((await device.threads()).map(({ count }) => count)).toEqual([15_000, 15_000]);
    const plan = async (query: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    };
    const thread = sql`m.device_id = ${device.deviceId} and m.address = '+1'`;
    expect(
      await plan(sql`select * from messages m where ${thread} and (m.date, m.id) < (now() - interval '1 day', 9)
        order by m.date desc, m.id desc limit 101`),
    ).toMatch(/Limit.*\n.*Index Scan Backward using messages_thread/);
    expect(
      await plan(
        sql`select count(*) from messages m where m.device_id = ${device.deviceId} and ${maskedBody} ilike '%text 24242%'`,
      ),
    ).toContain('messages_body');
    const { messages: first } = await device.read({ around: { date: '1970-01-01T00:00:00Z' }, size: 2 }, '+1');
    expect(first[0]?.body).toBe('text 29999');
  });
});
