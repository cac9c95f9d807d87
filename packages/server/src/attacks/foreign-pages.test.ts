import { describePasscode, deviceFilesPath, deviceSocketPath, enrol, missingFiles } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';

const publicUrl = 'https://watch.example.org';
const companionUrl = 'https://phone.example.org';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl, companionUrl });
});
afterAll(() => server.close());

const foreign = [
  'https://evil.example.org',
  'http://127.0.0.1:1',
  'https://watch.example.org.evil.example',
  'null',
  'x',
];

/** True when the device socket opens for a page of this origin. */
async function opensSocket(origin: string | null): Promise<boolean> {
  const address = new URL(deviceSocketPath, server.url.replace('http', 'ws'));
  const socket = new WebSocket(address, origin === null ? {} : { origin });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('open', () => resolve(true));
  socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode !== 403));
  socket.on('error', () => undefined);
  const opened = await promise;
  socket.terminate();
  return opened;
}

async function statusFor(path: string, origin: string | null): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(origin !== null && { origin }) };
  const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: '{}' });
  return response.status;
}

describe('a page of another site', () => {
  it.each(foreign)('at %s opens no device socket', async (origin) => {
    expect(await opensSocket(origin)).toBe(false);
  });

  it.each([enrol.path, describePasscode.path, missingFiles.path, deviceFilesPath])(
    'calls nothing at %s',
    async (path) => {
      for (const origin of foreign) expect(await statusFor(path, origin), origin).toBe(403);
    },
  );
});

describe('devices', () => {
  it('that are no browsers, and pages of this server, are let in', async () => {
    for (const origin of [null, publicUrl, companionUrl, server.url]) {
      expect(await opensSocket(origin), String(origin)).toBe(true);
      expect(await statusFor(describePasscode.path, origin), String(origin)).toBe(400);
    }
  });
});
