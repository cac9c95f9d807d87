import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@fairwatch/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import {
  announce,
  beginning,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  ticketFor,
  tus,
} from '../../testing/test-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
let commandId: number;
beforeAll(async () => {
  server = await startTestServer({ maxUploadMegabytes: 8 });
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinDevice(server);
  commandId = await openCommand(server, device);
});

/** The status and the hash of a file as the console gets it back. */
async function stored(bytes: Uint8Array): Promise<[number, string]> {
  const ticket = await ticketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
  const response = await fetchContent(server, { ticket, sha256: sha256Of(bytes) });
  return [response.status, sha256Of(Buffer.from(await response.arrayBuffer()))];
}

const unfinished = () => readdir(join(server.services.config.dataDir, 'uploads'));

describe('a file from a device', () => {
  it('arrives in one request when it is small', async () => {
    const bytes = await testPicture(1);
    const answer = await sendSmall(server, device, bytes, announce(bytes, commandId));
    expect([answer.status, answer.error]).toEqual([201, '']);
    expect(await stored(bytes)).toEqual([200, sha256Of(bytes)]);
    expect(await unfinished()).toEqual([]);
  });

  it('arrives in chunks when it is large', async () => {
    const bytes = randomBytes(7 * 1024 * 1024 + 1);
    const begun = await tus(server, device.token, {
      method: 'POST',
      headers: beginning(bytes.length, announce(bytes, commandId)),
    });
    expect(begun.status).toBe(201);
    for (let offset = 0; offset < bytes.length; offset += limits.request.maxBytes) {
      const body = bytes.subarray(offset, offset + limits.request.maxBytes);
      const headers = { 'upload-offset': String(offset) };
      const { status, headers: sent } = await tus(server, device.token, {
        method: 'PATCH',
        url: begun.url,
        headers,
        body,
      });
      expect([status, sent.get('upload-offset')]).toEqual([204, String(offset + body.length)]);
    }
    expect(await stored(bytes)).toEqual([200, sha256Of(bytes)]);
    expect(await unfinished()).toEqual([]);
  });
});
