import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  addTicketFile,
  checkExists,
  contacts,
  deviceTicketFile,
  errorText,
  healthCheck,
  uploadBase64,
  uploadChunk,
  uploadFile,
  uploadStatic,
  type CdnFile,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, RawDevice, type TestDevice } from '../../testing/test-device.ts';
import {
  announce,
  beginning,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  tus,
} from '../../testing/samples/test-files.ts';
import { testApk } from '../../testing/samples/test-apk.ts';
import { sendForm } from '../../testing/samples/test-forms.ts';
import { ticketsOf } from '../../testing/test-tickets.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { appendBytes } from '../../core/blobs/append-bytes.ts';

const megabyte = 1024 * 1024;
const server = useTestServer();
let device: TestDevice;
let commandId: number;
let picture: Buffer;
/** The free space that the fake disk reports. */
let freeBytes: number;

beforeEach(async () => {
  freeBytes = Number.MAX_SAFE_INTEGER;
  server.services.disk = { space: async () => ({ freeBytes, totalBytes: Number.MAX_SAFE_INTEGER }) };
  device = await joinDevice(server);
  commandId = await openCommand(server, device);
  picture = await testPicture(device.deviceId, 900, 700);
});

const noRoom = [507, errorText('disk_full')];
const uploads = () => readdir(join(server.services.config.dataDir, 'uploads'));
const incoming = () => readdir(join(server.services.config.dataDir, 'blobs', 'incoming')).catch(() => []);
const uploadOf = (id: string) => join(server.services.config.dataDir, 'uploads', id);
const begin = () =>
  tus(server, device.token, { method: 'POST', headers: beginning(picture.length, announce(picture, commandId)) });
const patch = (url: string) =>
  tus(server, device.token, { method: 'PATCH', url, headers: { 'upload-offset': '0' }, body: picture });
const chunkOf = () => ({
  deviceId: device.deviceId,
  name: 'plan.jpg',
  sha256: sha256Of(picture),
  size: picture.length,
  offset: 0,
});

/** Leaves less free space than the reserve for the database. */
const fill = () => void (freeBytes = server.services.config.minFreeMegabytes * megabyte - 1);

/** Replaces an upload's file by a link to /dev/full, where every write fails with ENOSPC. */
async function fillFile(id: string): Promise<void> {
  await rm(uploadOf(id), { force: true });
  await symlink('/dev/full', uploadOf(id));
}

/** Every endpoint that stores bytes, except the uploads of devices. */
const ways: [name: string, send: () => Promise<{ status: number; error: string }>][] = [
  ['a chunk of an admin', () => sendForm(server, uploadChunk, chunkOf(), picture)],
  [
    'a small file of an admin',
    () => sendForm(server, uploadFile, { deviceId: device.deviceId, name: 'a.jpg' }, picture),
  ],
  [
    'a file in Base64',
    () => server.api(uploadBase64, { deviceId: device.deviceId, name: 'a.jpg', content: picture.toString('base64') }),
  ],
  [
    'the app that is offered',
    () => {
      const apk = testApk({ version: '1.0.0', versionCode: 1, packageName: 'org.example.client' });
      const facts = { kind: 'APP', name: 'a.apk', sha256: sha256Of(apk), size: apk.length, offset: 0 } as const;
      return sendForm(server, uploadStatic, facts, apk);
    },
  ],
  [
    'a file of an admin for a ticket',
    async () => {
      const { id: ticketId } = await ticketsOf(server, server.admin).open();
      const form = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'a.jpg' } as const;
      return await sendForm(server, addTicketFile, form, picture);
    },
  ],
  [
    'a file of a person for a ticket',
    async () => {
      const raw = new RawDevice(server);
      await raw.hello(device.token);
      const ticket = { title: 'T', description: 'D', category: 'OTHER', priority: 'LOW' } as const;
      raw.send({ type: 'ticket-open', clientId: randomUUID(), ...ticket });
      const { ticketId } = (await raw.next('ticket')).ticket;
      raw.socket.close();
      const form = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'a.jpg' } as const;
      return await sendForm(server, deviceTicketFile, form, picture, device.token);
    },
  ],
];

describe('a disk that is nearly full', () => {
  it.each(ways)('takes no bytes of %s, says why, and takes them when there is room', async (_, send) => {
    const lying = [await uploads(), await incoming()];
    fill();
    const refused = await send();
    expect([refused.status, refused.error]).toEqual(noRoom);
    expect([await uploads(), await incoming()]).toEqual(lying);
    freeBytes = Number.MAX_SAFE_INTEGER;
    expect((await send()).status).toBe(200);
  });

  it('takes no upload of a device: neither a new one, nor more of one that was begun, which goes on later', async () => {
    const { url } = await begin();
    fill();
    for (const refused of [await begin(), await patch(url)]) {
      expect([refused.status, refused.error]).toEqual(noRoom);
    }
    // Calls that store nothing still work.
    expect((await server.api(healthCheck, {}, null)).status).toBe(200);
    expect((await server.api(contacts.list, { deviceId: device.deviceId })).status).toBe(200);
    freeBytes = Number.MAX_SAFE_INTEGER;
    expect((await patch(url)).status).toBe(204);
  });

  it('counts the whole file, not only its first bytes', async () => {
    freeBytes = server.services.config.minFreeMegabytes * megabyte + picture.length - 1;
    expect((await begin()).errorCode).toBe('disk_full');
    freeBytes += 1;
    expect((await begin()).status).toBe(201);
  });
});

describe('a disk that is full while bytes are written', () => {
  it.each(['ENOSPC', 'EDQUOT'])('keeps nothing of a file whose place cannot be written (%s)', async (code) => {
    const lying = await uploads();
    const { blobs } = server.services;
    const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code }));
    server.services.blobs = {
      ...blobs,
      async stage(...bytes) {
        return { ...(await blobs.stage(...bytes)), place: full };
      },
    };
    try {
      const refused = await sendForm(server, uploadFile, { deviceId: device.deviceId, name: 'a.jpg' }, picture);
      expect([refused.status, refused.error]).toEqual(noRoom);
      const sent = await sendSmall(server, device, picture, announce(picture, commandId));
      expect([sent.status, sent.error]).toEqual(noRoom);
    } finally {
      server.services.blobs = blobs;
    }
    expect([await incoming(), await uploads()]).toEqual([[], lying]);
    for (const table of ['uploaded_files', 'device_blobs']) {
      const { rows } = await sql`select from ${sql.id(table)} where device_id = ${device.deviceId}`.execute(
        server.services.db,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
    expect((await sendSmall(server, device, picture, announce(picture, commandId))).status).toBe(201);
  });
});

// Only Linux has /dev/full.
describe.skipIf(!existsSync('/dev/full'))('a file that no byte can be written to', () => {
  it('refuses the upload of a device, which goes on when there is room', async () => {
    const { url } = await begin();
    const id = url.split('/').at(-1) ?? '';
    await fillFile(id);
    const refused = await patch(url);
    expect([refused.status, refused.error]).toEqual(noRoom);
    await rm(uploadOf(id));
    // The bytes written to /dev/full are lost, so the device is told to start again, and can.
    expect((await patch(url)).errorCode).toBe('upload_not_found');
    expect((await sendSmall(server, device, picture, announce(picture, commandId))).status).toBe(201);
  });

  it('refuses the chunk of an admin, who goes on from what was written', async () => {
    const id = randomUUID().replaceAll('-', '');
    const { deviceId, sha256, size } = chunkOf();
    await sql`
      insert into admin_uploads (id, admin_id, device_id, capability, sha256, size)
      values (${id}, ${server.admin.userId}, ${deviceId}, 'FILES', ${sha256}, ${size})`.execute(server.services.db);
    await fillFile(id);
    const refused = await sendForm(server, uploadChunk, chunkOf(), picture);
    expect([refused.status, refused.error]).toEqual(noRoom);
    await rm(uploadOf(id));
    expect((await server.api(checkExists, { deviceId, sha256, size })).envelope.data.received).toBe(0);
    const stored = await sendForm(server, uploadChunk, chunkOf(), picture);
    expect((stored.envelope.data as { file: CdnFile }).file.fileHash).toBe(sha256);
  });

  it('fails an append to a file', async () => {
    const bytes = Readable.from([Buffer.alloc(3 * megabyte)]);
    const { signal } = new AbortController();
    await expect(appendBytes({ path: '/dev/full', bytes, signal, check: () => undefined })).rejects.toThrow('ENOSPC');
  });
});
