import {
  auditList,
  contacts,
  conversation,
  deviceVisits,
  renameFile,
  visitEntries,
  type AccessLevel,
  type FeaturePermission,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDatedEntries } from '../../../testing/dated-log.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
let owner: TestAdmin;
let anna: TestDevice;
let bert: TestDevice;

beforeAll(async () => {
  owner = await server.createAdmin({ username: 'olivia', access: 'FULL_ACCESS' });
  anna = await joinDevice(server, { ownerId: owner.userId, username: 'anna', facts: { name: "Anna's Pixel" } });
  bert = await joinDevice(server, { ownerId: owner.userId, username: 'bert', facts: { name: 'Work phone' } });
  const by = { who: 'olivia', actorId: owner.userId };
  const read = { ...by, subject: conversation.path };
  await addDatedEntries(server, anna.deviceId, [
    { ...read, at: '2035-01-01T12:00:00Z', details: { object: 'the conversation with Mum', count: 5 } },
    { ...read, at: '2035-01-01T12:01:00Z', details: { object: 'the conversation with 100%_Dad', count: 7 } },
    { ...by, at: '2035-01-01T12:02:00Z', subject: contacts.list.path, details: { search: 'Invoice', count: 1 } },
  ]);
  await addDatedEntries(server, bert.deviceId, [
    {
      ...by,
      at: '2035-01-02T12:00:00Z',
      action: 'COMMAND',
      subject: renameFile.path,
      details: { commandType: 'RENAME_FILE', from: 'invoice.png', to: 'b.png', reason: 'Wrong name' },
    },
    { who: 'The server', at: '2035-01-02T12:01:00Z', action: 'RESTORE', subject: '/restore' },
  ]);
});

type Filters = InputOf<typeof auditList>;

async function found(filters: Filters, token = owner.token): Promise<string[]> {
  const { envelope } = await server.api(auditList, { pageSize: 100, ...filters }, token);
  expect(envelope.meta.pagination?.totalItems).toBe(envelope.data.length);
  return envelope.data
    .filter(({ path }) => path !== auditList.path)
    .map(({ username, actorName, action, subject }) => `${username}: ${actorName} ${action} ${subject}`);
}

const mum = 'anna: olivia READ read the conversation with Mum (5 messages)';
const dad = 'anna: olivia READ read the conversation with 100%_Dad (7 messages)';
const searched = "anna: olivia READ searched contacts for 'Invoice' (1 found)";
const renamed = 'bert: olivia COMMAND asked to rename invoice.png to b.png; reason: "Wrong name"';
const restored =
  'bert: The server RESTORE was restored from a backup; nothing is shared until this device has said what they share';

describe('the filters of the log over many devices', () => {
  const filters: [Filters, string[]][] = [
    [{ object: 'mum' }, [mum]],
    [{ object: 'INVOICE' }, [renamed, searched]],
    [{ object: 'wrong name' }, [renamed]],
    [{ object: '100%_' }, [dad]],
    [{ object: 'invoice', action: 'READ' }, [searched]],
    [{ object: 'invoice', device: 'work' }, [renamed]],
    [{ object: 'invoice', person: 'ANNA' }, [searched]],
    [{ object: 'consent' }, []],
    [{ object: "'; drop table audit_entries; --" }, []],
    [{ device: "nna's pix", action: 'READ', from: '2035-01-01T12:01:00Z' }, [searched, dad]],
    [{ actor: 'the serv' }, [restored]],
    [{ actor: 'oliv', to: '2035-01-02T00:00:00Z', from: '2035-01-01T00:00:00Z' }, [searched, dad, mum]],
    [{ person: 'bert', actor: 'olivia' }, [renamed]],
    [{ person: 'carla' }, []],
    [{ person: '  ', device: '', actor: '', object: '', action: 'RESTORE' }, [restored]],
  ];
  it.each(filters)('%o', async (given, lines) => {
    expect(await found(given)).toEqual(lines);
  });

  it('never reach beyond the devices of the admin', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    for (const given of [{ object: 'mum' }, { person: 'anna' }, { actor: 'olivia' }, { device: 'pixel' }]) {
      expect(await found(given, stranger.token)).toEqual([]);
    }
  });

  it('name and find no part of what the admin may not see', async () => {
    const manager = await server.createAdmin({ access: { AUDIT: 'READ_ONLY' } });
    await sql`insert into device_assignments (user_id, device_id)
      select ${manager.userId}, id from devices`.execute(server.services.db);
    const all = await server.api(auditList, { pageSize: 100 }, manager.token);
    expect(all.envelope.data.length).toBeGreaterThan(3);
    expect(JSON.stringify(all.envelope.data)).not.toMatch(/Mum|Dad|invoice/i);
    const searched = await server.api(auditList, { object: 'mum' }, manager.token);
    expect(searched.envelope.data).toEqual([]);
  });

  it('find words by their index', async () => {
    const { db } = server.services;
    await db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from audit_entries e
        where e.details ?| array['object', 'search', 'filter', 'from', 'to', 'before', 'after', 'reason', 'why']
          and audit_text(e.details) ilike '%invoice%'`.execute(transaction);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_entries_text');
    });
  });
});

const visitsFor = async ({ deviceId }: TestDevice, token: string) =>
  (await server.api(deviceVisits, { deviceId }, token)).envelope.data.visits;
/** The visit that the test created; reading the log adds others. */
const createdVisit = async (device: TestDevice, token: string) =>
  (await visitsFor(device, token)).find(({ from }) => from.startsWith('2035-01-01'));
const admin = async (access: Partial<Record<FeaturePermission, AccessLevel>>) => {
  const made = await server.createAdmin({ access });
  await server.services.db
    .insertInto('device_assignments')
    .values([anna, bert].map(({ deviceId: device_id }) => ({ user_id: made.userId, device_id })))
    .execute();
  return made;
};

describe('the log of one device by visits', () => {
  it('is for those who may open the overview, and opens into its entries', async () => {
    const reader = await admin({ OVERVIEW: 'READ_ONLY', SMS_READ: 'READ_ONLY', CONTACTS: 'READ_ONLY' });
    const visit = await createdVisit(anna, reader.token);
    expect(visit).toMatchObject({
      who: 'olivia',
      entries: 3,
      summary: "read 2 conversations (12 messages), searched contacts for 'Invoice' (1 found)",
    });
    const { first = 0, last = 0 } = visit ?? {};
    const input = { deviceId: anna.deviceId, first, last };
    const { envelope } = await server.api(visitEntries, input, reader.token);
    expect(envelope.data.more).toBe(false);
    expect(envelope.data.entries.map(({ who, action, what }) => `anna: ${who} ${action} ${what}`)).toEqual([
      searched,
      dad,
      mum,
    ]);
    const other = await admin({ ROLE_MANAGER: 'FULL_ACCESS', AUDIT: 'READ_ONLY', DEVICES: 'FULL_ACCESS' });
    expect((await server.api(deviceVisits, { deviceId: anna.deviceId }, other.token)).errorCode).toBe('not_allowed');
    expect((await server.api(visitEntries, input, other.token)).errorCode).toBe('not_allowed');
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await server.api(visitEntries, input, stranger.token)).errorCode).toBe('device_not_found');
  });

  it('names no part of what the admin may not see', async () => {
    const { token } = await admin({ OVERVIEW: 'READ_ONLY', CONTACTS: 'READ_ONLY' });
    const visit = await createdVisit(anna, token);
    expect(visit?.summary).toBe("read a conversation, searched contacts for 'Invoice' (1 found)");
    const entries = async () => {
      const input = { deviceId: anna.deviceId, first: visit?.first ?? 0, last: visit?.last ?? 0 };
      return (await server.api(visitEntries, input, token)).envelope.data.entries.map(({ what }) => what);
    };
    expect((await entries())[2]).toBe('read a conversation');
    await sql`update devices set capabilities = array_remove(capabilities, 'CONTACTS') where id = ${anna.deviceId}`.execute(
      server.services.db,
    );
    expect((await entries())[0]).toBe('looked at contacts');
    expect(await visitsFor(bert, token)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ summary: 'asked to rename something in the shared folder (reason: "Wrong name")' }),
      ]),
    );
  });

  it.each([{ before: 0 }, { before: 1.5 }, { before: '1' }])('refuses %o', async (input) => {
    const { deviceId } = anna;
    expect((await server.api(deviceVisits, { deviceId, ...input } as never, owner.token)).errorCode).toBe(
      'invalid_input',
    );
  });
});

describe('the log of a device whose person left', () => {
  it('is not found by what it was about', async () => {
    const leaver = await joinDevice(server, { ownerId: owner.userId });
    await server.api(contacts.list, { deviceId: leaver.deviceId, search: 'Zebra' }, owner.token);
    expect(await found({ object: 'zebra' })).toEqual([
      `${leaver.username}: olivia READ searched contacts for 'Zebra' (0 found)`,
    ]);
    await devices.start(leaver, { collectors: {} }).leave();
    expect(await found({ object: 'zebra' })).toEqual([]);
    expect(await found({ deviceId: leaver.deviceId, action: 'READ' })).toHaveLength(1);
  });
});
