import {
  assignedTickets,
  cdnList,
  contacts,
  contentUrl,
  conversation,
  dashboard,
  deleteFile,
  deviceList,
  downloadFile,
  fileHistory,
  files,
  findMessages,
  gallery,
  galleryLinks,
  messages,
  messageThreads,
  renameFile,
  sendFile,
  ticketMessages,
  userList,
  type CommandType,
} from '@fairwatch/contract';
import { folderActs, MemoryFolder, type DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contactsTable } from '../../modules/device-data/contacts/contacts.store.ts';
import { messagesTable } from '../../modules/device-data/messages/messages.store.ts';
import { galleryTable } from '../../modules/device-data/gallery/gallery.store.ts';
import { awaitStatus, joinDevice, testContact, type TestDevice } from '../../testing/test-device.ts';
import { announce, openCommand, sendSmall, sha256Of, testPicture } from '../../testing/samples/test-files.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';
import type { RowTable } from '../device-rows/row-table.ts';

const server = useTestServer();
const devices = useDevices(server);

let admin: TestAdmin;
let device: TestDevice;

beforeEach(async () => {
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId });
});

async function store(table: RowTable, rows: Parameters<RowTable['checkRow']>[0][]): Promise<void> {
  const checked = rows.map((row) => table.checkRow(row));
  const bad = checked.find((row) => typeof row === 'string');
  if (bad !== undefined) throw new Error(String(bad));
  await table.applyRows(server.services.db, [{ deviceId: device.deviceId, rows: checked as never }]);
}

const message = (key: string, name: string, address: string, body: string) => ({
  key,
  name,
  address,
  body,
  date: '2026-03-01T12:00:00Z',
  direction: 'RECEIVED',
  read: true,
});

const photo = (bytes: Buffer, place: number) => ({
  key: String(place),
  kind: 'PHOTO',
  fileName: `IMG_${place}.jpg`,
  album: 'Camera',
  mimeType: 'image/jpeg',
  width: 1,
  height: 1,
  durationMs: null,
  size: bytes.length,
  takenAt: '2026-03-01T12:00:00.000Z',
  previewHash: sha256Of(bytes),
});

const line = (deviceId: number, subject: string) => {
  return { deviceId, actorId: null, actorName: 'x', action: 'READ', subject } as const;
};

/** Calls an endpoint as the admin of the test. */
const api: typeof server.api = (endpoint, input) => server.api(endpoint, input, admin.token);

/** Reads the entries about the admin in the person's log, oldest first. */
async function logOf(client: DeviceClient): Promise<string[]> {
  const { entries, more } = await client.log.read();
  expect(more).toBe(false);
  return entries
    .filter(({ who }) => who === admin.username)
    .map(({ what }) => what)
    .toReversed();
}

const phone = () => devices.start(device, { collectors: {} });

describe('the log says what happened', () => {
  it('names each file, conversation, search and export, and misses nothing', async () => {
    const { deviceId } = device;
    const note = Buffer.from('Signed.');
    const entry = (path: string) => ({
      key: path,
      path,
      modifiedAt: new Date('2026-11-01T08:00:00Z'),
      file: path.includes('.') ? { mimeType: 'text/plain', size: note.length, make: async () => note } : null,
    });
    const folder = new MemoryFolder([entry('Documents'), entry('Documents/draft.txt'), entry('a.txt')]);
    const client = devices.start(device, { collectors: { files: () => folder.list() }, acts: folderActs(folder) });
    await awaitStatus(server, deviceId, 'Online');
    await store(messagesTable, [
      message('1', 'Mum', '+447700900001', 'Your invoice came'),
      message('2', 'Mum', '+447700900001', 'Call me'),
      message('3', '', '+447700900002', 'Another invoice'),
    ]);
    const done = async (type: CommandType) =>
      await vi.waitFor(async () => {
        const { rows } = await sql`select from commands where device_id = ${deviceId} and command_type = ${type}
          and step = 'DONE'`.execute(server.services.db);
        expect(rows).toHaveLength(1);
      });

    await api(files.update, { deviceId });
    await done('UPDATE_FILES');
    await api(files.list, { deviceId, filter: { parent: 'Documents' } });
    await api(renameFile, { deviceId, path: 'Documents/draft.txt', name: 'contract.txt' });
    await done('RENAME_FILE');
    await api(sendFile, { deviceId, path: 'Documents/contract.txt' });
    await done('SEND_FILE');
    const { envelope: stored } = await api(cdnList, { deviceId });
    const { envelope: link } = await api(downloadFile, { deviceId, id: stored.data[0]?.id ?? 0 });
    expect(await (await fetch(new URL(link.data.url, server.url))).text()).toBe('Signed.');
    await api(deleteFile, { deviceId, path: 'Documents/contract.txt' });
    await done('DELETE_FILE');
    const { envelope: history } = await api(fileHistory, { deviceId });
    await api(messageThreads, { deviceId });
    await api(conversation, { deviceId, address: '+447700900001' });
    await api(conversation, { deviceId, address: '+447700900002' });
    await api(findMessages, { deviceId, address: '+447700900001', search: 'invoice' });
    await api(messages.list, { deviceId, search: 'invoice' });
    await api(messages.list, { deviceId, after: '', export: true });
    await api(messages.list, { deviceId, filter: { address: '+447700900001' }, after: '', export: true });

    const own = await logOf(client);
    expect(own.filter((line) => !line.startsWith('opened a page of this device'))).toEqual([
      'asked for Files',
      'looked at files, in Documents (1)',
      'renamed Documents/draft.txt to contract.txt',
      'fetched Documents/contract.txt',
      'looked at stored files (1)',
      'downloaded Documents/contract.txt',
      'deleted Documents/contract.txt',
      'looked at the requests about files (4)',
      'looked at conversations (2)',
      'read the conversation with Mum (2 messages)',
      'read the conversation with +447700900002 (1 message)',
      "searched the conversation with Mum for 'invoice' (1 found)",
      "searched text messages for 'invoice' (2 found)",
      'exported 3 text messages',
      'exported 2 text messages with Mum',
    ]);
    // The command history has the details from which the sentences are made.
    expect(history.data.map(({ details }) => details)).toEqual([
      { object: 'Documents/contract.txt' },
      { object: 'Documents/contract.txt' },
      { from: 'Documents/draft.txt', to: 'contract.txt' },
      {},
    ]);
  });

  it('hides what a command was about from who may not see it, and while it is not shared', async () => {
    const { deviceId } = device;
    await openCommand(server, device, 'DELETE_FILE', { path: 'secret.txt' });
    await sql`update commands set details = '{"object":"secret.txt"}' where device_id = ${deviceId}`.execute(
      server.services.db,
    );
    const detailsFor = async (token: string) =>
      (await server.api(fileHistory, { deviceId }, token)).envelope.data.map(({ details }) => details);
    expect(await detailsFor(admin.token)).toEqual([{ object: 'secret.txt' }]);
    await sql`update devices set capabilities = array_remove(capabilities, 'FILES') where id = ${deviceId}`.execute(
      server.services.db,
    );
    expect(await detailsFor(admin.token)).toEqual([{}]);
  });

  it('an export is one line with the number of all rows; who pages without saying so leaves a line for each page', async () => {
    const { deviceId } = device;
    await store(
      contactsTable,
      ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil'].map((name, key) => testContact(String(key), name)),
    );
    const readAll = async (exported: boolean) => {
      let after: string | undefined = '';
      for (let page = 1; after !== undefined; page += 1) {
        const { envelope }: Awaited<ReturnType<typeof api<typeof contacts.list>>> = await api(contacts.list, {
          deviceId,
          page,
          pageSize: 2,
          after,
          export: exported,
        });
        after = envelope.meta.pagination?.next;
      }
    };
    await readAll(true);
    await readAll(true);
    await readAll(false);
    // A page that does not continue an export is not covered by one.
    await api(contacts.list, { deviceId, search: 'Dora', after: '', pageSize: 2, export: true });
    const { envelope } = await api(contacts.list, { deviceId, after: '', pageSize: 3 });
    await api(contacts.list, { deviceId, after: envelope.meta.pagination?.next, pageSize: 2, export: true });
    expect(await logOf(phone())).toEqual([
      'exported 5 contacts',
      'exported 5 contacts',
      'looked at contacts (2 of 5)',
      'looked at contacts, page 2 (2)',
      'looked at contacts, page 3 (1)',
      "exported 1 contact found for 'Dora'",
      'looked at contacts (3 of 5)',
      'exported 2 contacts',
    ]);
  });

  it('previews belong to the list that shows them; a picture in full, and a preview without a list, is named', async () => {
    const { deviceId } = device;
    const pictures = await Promise.all([1, 2, 3].map((seed) => testPicture(seed)));
    const commandId = await openCommand(server, device, 'UPDATE_GALLERY');
    for (const bytes of pictures) await sendSmall(server, device, bytes, announce(bytes, commandId));
    await store(galleryTable, pictures.map(photo));
    await sql`update gallery set file_hash = preview_hash where device_id = ${deviceId} and key = '2'`.execute(
      server.services.db,
    );
    const { envelope } = await api(galleryLinks, { deviceId });
    const show = async (place: number, variant: 'thumbnail' | 'full') => {
      const sha256 = sha256Of(pictures[place] ?? Buffer.alloc(0));
      const answer = await fetch(new URL(contentUrl({ ticket: envelope.data.ticket, sha256, variant }), server.url));
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    };
    await show(0, 'thumbnail');
    await api(gallery.list, { deviceId, pageSize: 2 });
    await Promise.all([0, 1, 2].flatMap((place) => [show(place, 'thumbnail'), show(place, 'thumbnail')]));
    await show(2, 'full');
    await show(2, 'full');
    const lines = await logOf(phone());
    expect(lines.slice(0, 2)).toEqual([
      'looked at the preview of photo IMG_0.jpg',
      'looked at photos and videos (2 of 3)',
    ]);
    // Two of the three belong to the list; which ones depends on the order of requests, and the first was named before.
    expect(lines.slice(2, -1).length).toBeLessThanOrEqual(1);
    expect(lines.at(-1)).toBe('opened photo IMG_2.jpg');
  });
});

describe('lists over many devices', () => {
  it('leave a line with each device that they show, once an hour, for each search, and for each export', async () => {
    const { username } = device;
    for (const _ of [1, 2]) await api(deviceList, {});
    for (const _ of [1, 2]) await api(deviceList, { search: username });
    for (const _ of [1, 2]) await api(deviceList, { after: '', export: true });
    await api(deviceList, { search: 'nobody of this name' });
    await api(userList, { search: username });
    const where =
      'this device in the list of devices: its name and kind, its model and battery if you share them, and how you can be reached';
    expect(await logOf(phone())).toEqual([
      `saw ${where}`,
      `searched devices for '${username}' and saw ${where}`,
      `exported ${where}`,
      `exported ${where}`,
      `searched people for '${username}' and saw you in the list of people: your name, and how you can be reached`,
    ]);
  });

  it('what the person wrote in a ticket is not read in a list without a line', async () => {
    const client = phone();
    const asked = { title: 'My battery', description: 'It is empty at noon.', category: 'SUPPORT' } as const;
    const { ticketId } = await client.tickets.open(asked);
    const { envelope } = await api(assignedTickets, {});
    expect(envelope.data[0]).toMatchObject({ id: ticketId, description: asked.description });
    await api(assignedTickets, {});
    await api(dashboard, {});
    await api(ticketMessages, { ticketId });
    expect(await logOf(client)).toEqual([
      `saw your request for help in the list of them: number ${ticketId}`,
      `saw your request for help on the dashboard: number ${ticketId}`,
      `read your request for help ${ticketId}`,
    ]);
  });
});

describe('writing the log', () => {
  it('takes what came in one turn of the event loop together', async () => {
    const { db, auditLog } = server.services;
    const { deviceId } = device;
    await Promise.all(Array.from({ length: 30 }, (_, place) => auditLog.write([line(deviceId, `/test/${place}`)])));
    const { rows } = await sql<{ subject: string; transaction: string }>`
      select subject, xmin::text as transaction from audit_entries
      where device_id = ${deviceId} and subject like '/test/%' order by sequence`.execute(db);
    expect(rows.map(({ subject }) => subject)).toEqual(Array.from({ length: 30 }, (_, place) => `/test/${place}`));
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
  });

  it('does not let one that cannot be written keep others from reading', async () => {
    const { auditLog } = server.services;
    const { deviceId } = device;
    const [first, gone, other] = await Promise.allSettled([
      auditLog.write([line(deviceId, '/test/first')]),
      auditLog.write([line(deviceId, '/test/second'), line(deviceId + 4_000_000, '/test/gone')]),
      auditLog.write([line(deviceId, '/test/other')]),
    ]);
    expect([first?.status, gone?.status, other?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('what cannot be written down is not shown', async () => {
    const { db } = server.services;
    const { deviceId } = device;
    await store(contactsTable, [testContact('1', 'Anna Secret')]);
    await sql`create function cannot_write() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`.execute(db);
    await sql`create trigger broken before insert on audit_entries execute function cannot_write()`.execute(db);
    try {
      const answer = await fetch(new URL(contacts.list.path, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
        body: JSON.stringify({ deviceId }),
      });
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain('Secret');
    } finally {
      await sql`drop trigger broken on audit_entries`.execute(db);
      await sql`drop function cannot_write`.execute(db);
    }
    expect((await api(contacts.list, { deviceId })).envelope.data).toHaveLength(1);
    expect(await logOf(phone())).toEqual(['looked at contacts (1)']);
  });
});
