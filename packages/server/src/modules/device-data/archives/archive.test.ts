import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import {
  addTicketMessage,
  archiveStatus,
  archiveUrl,
  askConsent,
  capabilityNames,
  createPushNotification,
  deviceArchivePath,
  deviceFeatures,
  deviceTicketFile,
  endDevice,
  errorText,
  liveCamera,
  makeArchive,
  nonFinalCommands,
  uploadBase64,
  type Archive,
} from '@fairwatch/contract';
import { fakeCollectors, planPhone, type DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceTables } from '../../../device-features.ts';
import { auditOf } from '../../../testing/person.ts';
import { awaitStatus, joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { sha256Of, testPicture } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { unzip } from '../../../testing/samples/unzip.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { cleanUpArchives } from './archives.ts';
import { archiveParts } from './write-archive.ts';

const server = useTestServer();
const devices = useDevices(server);
/** More bytes than all buffers between the server and a client that does not read. */
const manyBytes = 2 ** 28;
const reason = 'Letter of 3 May, signed';
let owner: TestAdmin;
beforeAll(async () => void (owner = await server.createAdmin({ access: 'FULL_ACCESS' })));

type Row = Record<string, unknown>;

async function read(client: DeviceClient): Promise<Map<string, Buffer>> {
  const archive = await client.requestArchive();
  const pieces: Uint8Array[] = [];
  await client.fetchArchive(archive, async (bytes) => void pieces.push(bytes));
  const zip = Buffer.concat(pieces);
  expect([zip.length, sha256Of(zip)]).toEqual([archive.size, archive.sha256]);
  return await unzip(zip);
}

const rowsIn = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(`${name}.json`))) as Row[];

const picture = {
  key: 'picture',
  kind: 'PHOTO',
  fileName: 'IMG_2041.jpg',
  album: 'Camera',
  mimeType: 'image/jpeg',
  width: 640,
  height: 480,
  durationMs: null,
  size: 5000,
  takenAt: '2026-11-15T12:00:00.000Z',
} as const;

const app = {
  key: 'app',
  name: 'Chess',
  packageName: 'org.example.chess',
  version: '1.0',
  size: 5000,
  system: false,
  installedAt: '2026-11-15T12:00:00.000Z',
};

/** Starts a simulated phone with all the data that it shares. */
async function fullPhone(index: number): Promise<{ device: TestDevice; client: DeviceClient; photo: Buffer }> {
  const plan = planPhone('archive', index);
  const photo = await testPicture(index);
  const device = await joinDevice(server, { ownerId: owner.userId });
  const client = devices.start(device, {
    collectors: {
      ...fakeCollectors(plan.random, (collect) => async (work) => collect(work), plan),
      // One of each kind, because drawing many pictures is slow.
      async gallery(work) {
        const previewHash = (await work?.upload({ mimeType: 'image/jpeg', bytes: photo })) ?? null;
        return [{ ...picture, previewHash }];
      },
      async apps(work) {
        const iconHash = (await work?.upload({ mimeType: 'image/jpeg', bytes: photo })) ?? null;
        return [{ ...app, iconHash }];
      },
    },
    acts: {
      async CAPTURE_PHOTO(_, work) {
        work.report(0, 'COUNTDOWN');
        work.report(0, 'RECORDING');
        const sha256 = await work.upload({ mimeType: 'image/jpeg', bytes: photo });
        return [{ key: 'capture', sha256, durationMs: null }];
      },
    },
  });
  await awaitStatus(server, device.deviceId, 'Online');
  return { device, client, photo };
}

async function idle(deviceId: number): Promise<void> {
  await vi.waitFor(async () => {
    expect((await server.api(nonFinalCommands, { deviceId })).envelope.data).toEqual([]);
  });
}

/** Creates rows of every kind. */
async function fill({ device: { deviceId, token }, client }: Awaited<ReturnType<typeof fullPhone>>, word: string) {
  for (const { update } of Object.values(deviceFeatures)) {
    expect((await server.api(update, { deviceId }, owner.token)).status).toBe(200);
    await idle(deviceId);
  }
  await server.api(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' }, owner.token);
  await idle(deviceId);
  await server.api(createPushNotification, { deviceId, title: word, message: `${word} is at nine` }, owner.token);
  const content = Buffer.from(`a,file,for,${word}`).toString('base64');
  expect((await server.api(uploadBase64, { deviceId, name: `${word}.csv`, content }, owner.token)).error).toBe('');
  const asked = { title: `${word} broke`, description: word, category: 'SUPPORT', priority: 'LOW' } as const;
  const { ticketId } = await client.tickets.open(asked);
  const answer = { ticketId, clientId: randomUUID(), text: `How did ${word} break?` };
  await server.api(addTicketMessage, answer, owner.token);
  const attached = { ticketId, clientId: randomUUID(), kind: 'FILE', name: `${word}.png`, text: '' } as const;
  await sendForm(server, deviceTicketFile, attached, await testPicture(77), token);
  const others = capabilityNames.filter((name) => name !== 'CALENDAR');
  await client.changeGrants(others);
  await server.api(askConsent, { deviceId, capability: 'CALENDAR' }, owner.token);
}

describe('everything about a person', () => {
  it('is in the archive they ask for: every row, file, ticket message and log line, and nothing of anybody else', async () => {
    const phone = await fullPhone(0);
    const { deviceId } = phone.device;
    await fill(phone, 'Umbrella');
    const other = await fullPhone(1);
    await fill(other, 'Parasol');
    const files = await read(phone.client);

    for (const { feature, name } of deviceTables) {
      const { rows } = await sql<{ key: string }>`
        select key from ${sql.id(name)} where device_id = ${deviceId}`.execute(server.services.db);
      const kept = rowsIn(files, `data/${feature.id}`).map(({ key }) => key);
      expect(kept.length, name).toBeGreaterThan(0);
      expect(kept.toSorted(), name).toEqual(rows.map(({ key }) => key).toSorted());
    }
    const log = rowsIn(files, 'log');
    const stored = await auditOf(server, phone.device);
    // The last entry is about the download itself.
    expect(log.map(({ action }) => action)).toEqual(stored.slice(0, -1).map(({ action }) => action));
    expect(log.map(({ what }) => what)).toContain('asked for Contacts');
    expect(stored.at(-1)).toMatchObject({ action: 'ARCHIVE', details: { what: 'fetched' } });
    expect(rowsIn(files, 'ticket-messages').map(({ text, author }) => [text, author])).toEqual([
      ['How did Umbrella break?', owner.username],
      ['', phone.device.username],
    ]);
    expect(rowsIn(files, 'push-notifications')).toMatchObject([{ title: 'Umbrella', sent_by: owner.username }]);
    expect(rowsIn(files, 'consents')).toHaveLength(2);
    expect(rowsIn(files, 'consent-requests')).toMatchObject([{ capability: 'CALENDAR', asked_by: owner.username }]);
    expect(rowsIn(files, 'commands')).toHaveLength(Object.keys(deviceFeatures).length + 1);
    expect(rowsIn(files, 'data/captures-photo')).toMatchObject([{ sha256: sha256Of(phone.photo) }]);
    expect(JSON.parse(String(files.get('person.json')))).toMatchObject({ username: phone.device.username });
    expect(JSON.parse(String(files.get('who-can-see-this.json')))).toContainEqual(
      expect.objectContaining({ admin: owner.username, role: 'ADMIN' }),
    );

    const index = rowsIn(files, 'files') as { path: string; sha256: string }[];
    for (const { path, sha256 } of index) expect(sha256Of(files.get(path) ?? Buffer.alloc(0))).toBe(sha256);
    const names = index.map(({ path }) => path.replace(/\d+-/, ''));
    expect(names).toContain('files/for-this-device/Umbrella.csv');
    expect(names).toContain('files/tickets/Umbrella.png');
    expect(names.some((name) => /^files\/from-this-device\/photo .*\.jpg$/.test(name))).toBe(true);
    expect(names.some((name) => name === 'files/from-this-device/icon of Chess.jpg')).toBe(true);

    const everything = Buffer.concat([...files.values()]).toString('latin1');
    for (const foreign of ['Parasol', other.device.username, 'token_hash', `${owner.username}@`]) {
      expect(everything.includes(foreign), foreign).toBe(false);
    }
  });

  it('has how a person signs in who does, and the codes in their messages; an admin gets none of it', async () => {
    const { client, device } = await fullPhone(8);
    const { db } = server.services;
    const { rows } = await sql<{ id: number }>`
      select user_id as id from devices where id = ${device.deviceId}`.execute(db);
    const userId = rows[0]?.id ?? 0;
    await sql`insert into sign_in_alerts (user_id, kind, actor_name) values (${userId}, 'PASSWORD', 'Quentin')`.execute(
      db,
    );
    await sql`insert into usual_addresses (user_id, address_hash) values (${userId}, 'Hash')`.execute(db);
    await sql`insert into sessions (user_id, token_hash, remembered, address, user_agent, expires_at)
      values (${userId}, 'Secret', false, '192.0.2.7', 'Browser', now() + interval '1 day')`.execute(db);
    await sql`insert into messages (device_id, key, address, name, body, date, direction, read)
      values (${device.deviceId}, 'code', 'Bank', '', 'Your code is 482913', now(), 'RECEIVED', true)`.execute(db);
    const message = (files: Map<string, Buffer>) => rowsIn(files, 'data/messages').find(({ key }) => key === 'code');
    const files = await read(client);
    expect(message(files)).toMatchObject({ body: 'Your code is 482913' });
    expect(rowsIn(files, 'account/sign-in-alerts')).toMatchObject([{ kind: 'PASSWORD', actor_name: 'Quentin' }]);
    expect(rowsIn(files, 'account/usual-addresses')).toEqual([{ last_used_at: expect.any(String) }]);
    const sessions = rowsIn(files, 'account/sessions');
    expect(sessions).toMatchObject([{ address: '192.0.2.7', user_agent: 'Browser' }]);
    expect(sessions[0]).not.toHaveProperty('token_hash');
    await server.api(makeArchive, { deviceId: device.deviceId, reason });
    const answer = await download(await made(device.deviceId));
    const forAdmin = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...forAdmin.keys()].filter((name) => name.startsWith('account/'))).toEqual([]);
    expect(message(forAdmin)).toMatchObject({ body: 'Your code is ••••••' });
    expect(message(forAdmin)).not.toHaveProperty('masked_body');
    expect(String(forAdmin.get('READ ME.txt'))).toContain('Codes in text messages are masked');
  });

  it('leaves out no table: a new one is in the archive, or is named here with the reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.services.db);
    const parts = archiveParts(deviceTables).flatMap(({ tables }) => tables);
    const apart = {
      // These tables are read by other code.
      devices: 'device.json',
      users: 'person.json',
      device_assignments: 'who-can-see-this.json',
      device_blobs: 'files.json',
      blobs: 'files/',
      settings: 'how-long-it-is-kept.json has the days of retention; the rest is about the installation',
      // These are counts and search indexes of rows that are in the archive.
      audit_heads: 'log.json',
      audit_old_heads: 'log.json',
      device_row_counts: 'data/',
      device_search: 'device.json',
      message_threads: 'data/messages.json',
      // These rows exist only for people who left, and those have no archive.
      audit_erasures: 'after leaving',
      web_push_keys: 'the key of the installation',
      ended_devices: 'after an admin ended the device',
      // These are about people who have no account yet. Who invited whom is in account/access-log.json.
      invitations: 'people without an account',
      invitation_groups: 'people without an account',
      // These are transient, and deleted within a day.
      uploads: 'within a day',
      admin_uploads: 'within a day',
      upload_parts: 'within a day',
      condemned_blobs: 'names of bytes that are being deleted',
      alert_rules_version: 'a number',
      alert_deadlines: 'until when a rule was checked',
      // These are hashes of secrets, deleted within minutes.
      recovery_codes: 'hashes',
      verifications: 'hashes',
      passkey_challenges: 'hashes',
      attempt_limits: 'hashes or addresses without an account, within an hour',
      // These are about no person.
      access_head: 'one hash',
      active_users: 'numbers',
      fleet_counts: 'numbers',
      fleet_people: 'numbers',
      gateway_nodes: 'servers',
      ended_servers: 'servers',
      list_counts: 'numbers',
      migrations: 'the database itself',
      online_counts: 'numbers',
      settings_changes: 'the installation',
      static_files: 'the app and documents for download',
      system_samples: 'numbers',
    };
    const covered = [...new Set([...parts, ...Object.keys(apart)])];
    expect(covered.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});

describe('the archive of a person', () => {
  it('is the same within the hour, another after it, and gone after a day', async () => {
    const { client, device } = await fullPhone(2);
    const first = await client.requestArchive();
    const stored = async () => {
      const { rows } = await sql<{ id: number }>`
        select id from device_archives where device_id = ${device.deviceId}`.execute(server.services.db);
      return rows.map(({ id }) => id);
    };
    const [id] = await stored();
    expect(await client.requestArchive()).toEqual(first);
    expect(await stored()).toEqual([id]);
    const age = (time: string) =>
      sql`update device_archives set finished_at = finished_at - ${time}::interval,
        expires_at = expires_at - ${time}::interval where device_id = ${device.deviceId}`.execute(server.services.db);
    await age('61 minutes');
    await client.requestArchive();
    const [second] = await stored();
    expect(second).not.toBe(id);
    await age('1 day');
    expect((await fetchOwn(device)).status).toBe(404);
    await cleanUpArchives(server.services);
    expect(await stored()).toEqual([]);
    expect(await readdir(join(server.services.config.dataDir, 'archives'))).not.toContain(`${second}.zip`);
    const asked = (await auditOf(server, device)).filter(({ action }) => action === 'ARCHIVE');
    expect(asked.map(({ details }) => details)).toEqual([{ what: 'requested' }, { what: 'requested' }]);
  });

  it('goes on where a connection broke, and takes the token of its device alone', async () => {
    const { client, device } = await fullPhone(3);
    const other = await joinDevice(server);
    const { size, sha256 } = await client.requestArchive();
    const whole = Buffer.from(await (await fetchOwn(device)).arrayBuffer());
    expect(sha256Of(whole)).toBe(sha256);
    const rest = await fetchOwn(device, { range: 'bytes=100-', 'if-range': `"${sha256}"` });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 100-${size - 1}/${size}`]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100))).toBe(true);
    expect((await fetchOwn(device, { range: 'bytes=100-', 'if-range': '"another"' })).status).toBe(200);
    expect((await fetchOwn(device, { range: `bytes=${size}-` })).status).toBe(416);
    expect((await fetchOwn(other)).status).toBe(404);
    expect((await fetchOwn({ token: 'nobody' })).status).toBe(401);
  });

  it('is told when it is ready, also while nothing is shared', async () => {
    const device = await joinDevice(server, { capabilities: [] });
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'pause' });
    raw.send({ type: 'archive-request', language: 'de-AT' });
    const answer = await raw.next('archive');
    expect(answer).toMatchObject({ state: 'PENDING', size: null, sha256: null, expiresAt: null });
    const ready = await raw.next('archive');
    expect(ready).toMatchObject({ state: 'READY', requestedAt: answer.requestedAt });
    const { rows } = await sql<{ language: string }>`
      select language from device_archives where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([{ language: 'de-AT' }]);
    raw.socket.close();
  });

  it('goes at once when the person leaves, and with it one that is being fetched', async () => {
    const { client, device } = await fullPhone(4);
    await client.requestArchive();
    const { deviceId } = device;
    const folder = join(server.services.config.dataDir, 'archives');
    const { rows } = await sql<{ id: number }>`
      select id from device_archives where device_id = ${deviceId}`.execute(server.services.db);
    expect(await readdir(folder)).toContain(`${rows[0]?.id}.zip`);
    const path = join(folder, `${rows[0]?.id}.zip`);
    const modes = await Promise.all([stat(folder), stat(path)]);
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
    await truncate(path, manyBytes);
    const underWay = await fetchOwn(device);
    await client.leave();
    expect(await isCut(underWay)).toBe(true);
    await vi.waitFor(async () => expect(await readdir(folder)).not.toContain(`${rows[0]?.id}.zip`));
    expect((await fetchOwn(device)).status).toBe(401);
  });

  it('goes when an admin ends the device, also while the archive of somebody else is being made', async () => {
    const { services } = server;
    const { client, device } = await fullPhone(9);
    const other = await fullPhone(10);
    await server.api(liveCamera, { deviceId: other.device.deviceId, mode: 'PHOTO', camera: 'BACK' }, owner.token);
    await idle(other.device.deviceId);
    await client.requestArchive();
    const { blobs } = services;
    const held = Promise.withResolvers<void>();
    const reached = vi.fn<() => void>();
    services.blobs = {
      ...blobs,
      stat: async (...what) => {
        reached();
        await held.promise;
        return await blobs.stat(...what);
      },
    };
    try {
      const waiting = other.client.requestArchive();
      await vi.waitFor(() => expect(reached).toHaveBeenCalled());
      const folder = join(services.config.dataDir, 'archives');
      const { rows } = await sql<{ id: number }>`
        select id from device_archives where device_id = ${device.deviceId}`.execute(services.db);
      expect(await readdir(folder)).toContain(`${rows[0]?.id}.zip`);
      await server.api(endDevice, { deviceId: device.deviceId, reason: 'The phone was sold' }, owner.token);
      await vi.waitFor(async () => expect(await readdir(folder)).not.toContain(`${rows[0]?.id}.zip`));
      held.resolve();
      await waiting;
    } finally {
      held.resolve();
      services.blobs = blobs;
    }
  });
});

/** Counts the requests for an archive in the log. */
async function countRequests(device: TestDevice): Promise<number> {
  return (await auditOf(server, device)).filter(({ action }) => action === 'ARCHIVE').length;
}

describe('disk space for archives', () => {
  it('is asked for before one is begun: of the disk, and of what all of them may take', async () => {
    const { client, device } = await fullPhone(11);
    await server.api(liveCamera, { deviceId: device.deviceId, mode: 'PHOTO', camera: 'BACK' }, owner.token);
    await idle(device.deviceId);
    const before = { disk: server.services.disk, megabytes: server.services.config.archivesMegabytes };
    const asAdmin = () => server.api(makeArchive, { deviceId: device.deviceId, reason });
    try {
      server.services.disk = { space: async () => ({ freeBytes: 1000, totalBytes: 10_000 }) };
      await expect(client.requestArchive()).rejects.toThrow(errorText('disk_full'));
      expect([(await asAdmin()).status, (await asAdmin()).errorCode]).toEqual([507, 'disk_full']);
      server.services.disk = before.disk;
      server.services.config.archivesMegabytes = 0;
      await expect(client.requestArchive()).rejects.toThrow(errorText('archives_full'));
      expect((await asAdmin()).errorCode).toBe('archives_full');
    } finally {
      server.services.disk = before.disk;
      server.services.config.archivesMegabytes = before.megabytes;
    }
    expect(await countRequests(device)).toBe(0);
    await client.requestArchive();
  });

  it('that ends while one is made lets it fail, leaves no bytes, and is not tried again at once', async () => {
    const device = await joinDevice(server);
    const client = devices.start(device, { collectors: {} });
    const { archivesMegabytes, dataDir } = server.services.config;
    server.services.config.archivesMegabytes = 0;
    try {
      // It has rows only, whose size is unknown before they are written.
      await sql`update device_archives set size = 0 where state = 'READY'`.execute(server.services.db);
      await expect(client.requestArchive()).rejects.toThrow('could not be made');
      await expect(client.requestArchive()).rejects.toThrow('could not be made');
    } finally {
      server.services.config.archivesMegabytes = archivesMegabytes;
    }
    expect(await countRequests(device)).toBe(1);
    expect((await readdir(join(dataDir, 'archives'))).filter((name) => name.endsWith('.part'))).toEqual([]);
    await sql`update device_archives set finished_at = finished_at - interval '61 seconds'
      where device_id = ${device.deviceId}`.execute(server.services.db);
    await client.requestArchive();
  });
});

const made = (deviceId: number) =>
  vi.waitFor(async () => {
    const { data } = (await server.api(archiveStatus, { deviceId })).envelope;
    expect(data.archive?.state).toBe('READY');
    return data as { archive: Archive; ticket: string };
  });
const download = ({ archive, ticket }: { archive: Archive; ticket: string }) =>
  fetch(new URL(archiveUrl(archive.id, ticket), server.url));

describe('for a written request', () => {
  it('a super admin makes it with a reason that the person reads in the log', async () => {
    const { client, device } = await fullPhone(5);
    const { deviceId } = device;
    const { update } = deviceFeatures.contacts;
    await server.api(update, { deviceId }, owner.token);
    await idle(deviceId);
    for (const bad of ['', '   ', 'why', 'x'.repeat(501)]) {
      expect((await server.api(makeArchive, { deviceId, reason: bad })).status).toBe(400);
    }
    expect((await server.api(makeArchive, { deviceId, reason }, owner.token)).errorCode).toBe('not_allowed');
    expect((await server.api(archiveStatus, { deviceId }, owner.token)).errorCode).toBe('not_allowed');
    expect((await server.api(archiveStatus, { deviceId })).envelope.data).toEqual({ archive: null, ticket: null });
    const { envelope } = await server.api(makeArchive, { deviceId, reason });
    expect(envelope.data).toMatchObject({ reason, requestedBy: server.admin.username, leftOut: [] });
    const ready = await made(deviceId);
    const answer = await download(ready);
    expect(answer.headers.get('content-disposition')).toContain(`everything-about-device-${deviceId}.zip`);
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect(rowsIn(files, 'data/contacts').length).toBeGreaterThan(0);
    const { entries } = await client.log.read();
    const said = entries.filter(({ action }) => action === 'ARCHIVE').map(({ who, what }) => `${who} ${what}`);
    const about = `everything held about this device and its person for a written request; reason: "${reason}"`;
    expect(said).toEqual([
      `${server.admin.username} downloaded the archive of ${about}`,
      `${server.admin.username} asked for an archive of ${about}`,
    ]);
    // The person's own archive is a different one.
    expect((await fetchOwn(device)).status).toBe(404);
  });

  it('holds what is shared now, and cannot be fetched once that has changed', async () => {
    const { client, device } = await fullPhone(6);
    const { deviceId } = device;
    await server.api(deviceFeatures.contacts.update, { deviceId }, owner.token);
    await idle(deviceId);
    await client.changeGrants(['LOCATION', 'CALENDAR']);
    await server.api(makeArchive, { deviceId, reason });
    const ready = await made(deviceId);
    expect(ready.archive.leftOut).toContain('CONTACTS');
    const files = await unzip(Buffer.from(await (await download(ready)).arrayBuffer()));
    expect([...files.keys()]).not.toContain('data/contacts.json');
    expect([...files.keys()]).toContain('data/locations.json');
    expect(String(files.get('READ ME.txt'))).toContain('Contacts');
    expect(JSON.parse(String(files.get('device.json')))).not.toHaveProperty('model');
    // The person themselves gets everything.
    expect(rowsIn(await read(client), 'data/contacts').length).toBeGreaterThan(0);
    await truncate(join(server.services.config.dataDir, 'archives', `${ready.archive.id}.zip`), manyBytes);
    const underWay = await download(ready);
    await client.changeGrants(['CALENDAR']);
    expect(await isCut(underWay)).toBe(true);
    // The server deletes outdated archives by itself, at any time.
    expect([409, 404]).toContain((await download(ready)).status);
    await cleanUpArchives(server.services);
    expect((await download(ready)).status).toBe(404);
  });

  it('opens to the session that asked, while it is that of a super admin', async () => {
    const { device } = await fullPhone(7);
    const { deviceId } = device;
    const second = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await server.api(makeArchive, { deviceId, reason }, second.token);
    await made(deviceId);
    const { archive, ticket } = (await server.api(archiveStatus, { deviceId }, second.token)).envelope.data;
    const url = (id: number, pass: string) => fetch(new URL(archiveUrl(id, pass), server.url));
    expect((await url((archive?.id ?? 0) + 1, ticket ?? '')).status).toBe(401);
    expect((await url(archive?.id ?? 0, `${ticket}x`)).status).toBe(401);
    await sql`update users set admin_role = 'ADMIN' where id = ${second.userId}`.execute(server.services.db);
    expect((await url(archive?.id ?? 0, ticket ?? '')).status).toBe(403);
  });
});

/** True when a download ends before its last byte. The bytes are not kept, because a failing test must not print them. */
async function isCut(response: Response): Promise<boolean> {
  try {
    let received = 0;
    for await (const piece of response.body ?? []) received += piece.length;
    return received < manyBytes;
  } catch {
    return true;
  }
}

function fetchOwn({ token }: Pick<TestDevice, 'token'>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(deviceArchivePath, server.url), { headers: { authorization: `Bearer ${token}`, ...headers } });
}
