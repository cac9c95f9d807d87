import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUploader, openDiskFile, type UploadFiles } from '@fairwatch/device';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { fetchContent, openCommand, sha256Of, testPicture, ticketFor } from '../../testing/test-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let folder: string;
let device: TestDevice;
let commandId: number;
let upload: UploadFiles;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-files-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  device = await joinDevice(server);
  commandId = await openCommand(server, device);
  upload = createUploader({ serverUrl: server.url, token: device.token }, openDiskFile);
});

const never = new AbortController().signal;

/** The hash of what the console gets for a hash. */
async function stored(sha256: string): Promise<string> {
  const ticket = await ticketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
  const response = await fetchContent(server, { ticket, sha256 });
  return sha256Of(Buffer.from(await response.arrayBuffer()));
}

describe('the device client', () => {
  it('sends bytes and files from its disk, and gives back their hashes in order', async () => {
    const picture = await testPicture(1);
    const film = randomBytes(8 * 1024 * 1024 + 5);
    await writeFile(join(folder, 'film'), film);
    const files = [
      { mimeType: 'image/jpeg', bytes: picture },
      { mimeType: 'video/mp4', path: join(folder, 'film') },
      { mimeType: 'application/octet-stream', bytes: new Uint8Array() },
    ];
    const hashes = await upload(commandId, files, never);
    expect(hashes).toEqual([picture, film, new Uint8Array()].map(sha256Of));
    for (const hash of hashes) expect(await stored(hash)).toBe(hash);
  });
});
