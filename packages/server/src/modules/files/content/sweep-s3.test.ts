import { uploadFile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StagedBlob } from '../../../core/blobs/blob-store.ts';
import {
  announce,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  type TusAnswer,
} from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startTestS3, type TestS3 } from '../../../testing/servers/test-s3.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { deleteDeviceFiles, touchLooseBlob } from './blobs.store.ts';
import { sweepFiles } from './sweep-files.ts';

let s3: TestS3;
let server: TestServer;
let device: TestDevice;
let picture: Buffer;
let sha256: string;
let seed = 2000;
beforeAll(async () => {
  s3 = await startTestS3();
  server = await startTestServer({ s3: s3.bucket });
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(async () => {
  device = await joinDevice(server);
  picture = await testPicture((seed += 1));
  sha256 = sha256Of(picture);
});

const send = async (from: TestDevice): Promise<TusAnswer> =>
  await sendSmall(server, from, picture, announce(picture, await openCommand(server, from)));
/** Sends the picture for a device in one request, which has no row while it lasts. */
const sendAsAdmin = ({ deviceId }: TestDevice) =>
  sendForm(server, uploadFile, { deviceId, name: 'Picture.jpg' }, picture);
const isStored = async () => (await s3.keys()).some((key) => key.startsWith(`blobs/${sha256}`));
const rows = async () =>
  (await sql`select from blobs where sha256 = ${sha256}`.execute(server.services.db)).rows.length;
const age = (hours: number) =>
  sql`update blobs set touched_at = now() - ${hours} * interval '1 hour' where sha256 = ${sha256}`.execute(
    server.services.db,
  );

/** Runs `work` when the next blob was sent to the bucket and its owner is not stored yet. */
function afterUpload(work: () => Promise<void>): void {
  const { blobs } = server.services;
  const stage = blobs.stage.bind(blobs);
  const staging = vi.spyOn(blobs, 'stage').mockImplementationOnce(async (...source) => {
    const staged: StagedBlob = await stage(...source);
    return { ...staged, upload: (name) => staged.upload(name).then(work) };
  });
  onTestFinished(() => staging.mockRestore());
}

describe('the sweep of a bucket', () => {
  it('leaves bytes alone for an hour that were sent and have no owner yet', async () => {
    const name = await touchLooseBlob(server.services.db, {
      sha256,
      size: picture.length,
      mimeType: 'image/jpeg',
      thumbnail: false,
    });
    await s3.objects.put(`blobs/${name}`, { body: picture });
    await sweepFiles(server.services);
    expect([await isStored(), await rows()]).toEqual([true, 1]);
    await age(2);
    await sweepFiles(server.services);
    expect([await isStored(), await rows()]).toEqual([false, 0]);
  });

  it('finds bytes whose server died before their owner was stored', async () => {
    afterUpload(() => Promise.reject(new Error('killed')));
    expect((await send(device)).status).toBe(500);
    expect([await isStored(), await rows()]).toEqual([true, 1]);
    await age(2);
    await sweepFiles(server.services);
    expect([await isStored(), await rows()]).toEqual([false, 0]);
  });

  it('never takes bytes whose owner comes at the same moment', async () => {
    afterUpload(async () => {
      await sweepFiles(server.services);
      expect(await isStored()).toBe(true);
    });
    expect((await send(device)).error).toBe('');
    expect(await isStored()).toBe(true);
  });

  it('leaves bytes alone while an upload has a row, however long sending takes', async () => {
    afterUpload(async () => {
      await age(2);
      await sweepFiles(server.services);
    });
    expect((await send(device)).error).toBe('');
    expect(await isStored()).toBe(true);
  });

  it('makes a sender try again whose bytes it deleted, because sending took too long', async () => {
    afterUpload(async () => {
      await age(2);
      await sweepFiles(server.services);
      expect(await isStored()).toBe(false);
    });
    const refused = await sendAsAdmin(device);
    expect([refused.status, refused.errorCode]).toEqual([503, 'unavailable']);
    expect((await sendAsAdmin(device)).status).toBe(200);
    expect(await isStored()).toBe(true);
  });

  it('makes a sender try again whose bytes went with those of another device', async () => {
    const other = await joinDevice(server);
    afterUpload(async () => {
      expect((await sendAsAdmin(other)).status).toBe(200);
      await deleteDeviceFiles(server.services.db, other.deviceId);
      await sweepFiles(server.services);
      expect(await isStored()).toBe(false);
    });
    expect((await sendAsAdmin(device)).status).toBe(503);
    expect((await sendAsAdmin(device)).status).toBe(200);
    expect(await isStored()).toBe(true);
  });
});
