import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consoleSocketPath,
  describePasscode,
  deviceSocketPath,
  healthCheck,
  loadInstallation,
  login,
  phoneTestPath,
  termuxFactsPath,
  termuxFilePath,
} from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

const companionUrl = 'https://phone.example.org';
const own = { host: 'phone.example.org' };

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fairwatch-companion-'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Page</title>');
  const publicUrl = 'https://watch.example.org';
  server = await startTestServer({ companionUrl, publicUrl, companionDist: dist, consoleDist: dist });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

/** Sends a request without `fetch`, which does not allow another Host header. */
async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const request = httpRequest(new URL(path, server.url), { method, headers }).end();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode as number, location: response.headers.location as string | undefined };
}

/** The status of the response to an upgrade request. */
async function upgrade(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(new URL(path, server.url.replace('http', 'ws')), { headers });
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.on('error', () => undefined);
  socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0));
  socket.on('upgrade', ({ statusCode }) => resolve(statusCode ?? 0));
  const status = await promise;
  socket.terminate();
  return status;
}

describe('at the host that the owner gave to the companion', () => {
  it.each(['/companion/', '/companion/join', healthCheck.path])('%s is answered', async (path) => {
    expect((await ask(path, own)).status).toBe(200);
  });

  it('the device protocol is answered', async () => {
    // 415 and not 404: the call is served at this host, and only its body is wrong.
    expect((await ask(describePasscode.path, own, 'POST')).status).toBe(415);
    expect(await upgrade(deviceSocketPath, own)).toBe(101);
  });

  it('the Termux companion is offered, whose phones know only this host', async () => {
    // 503 and not 404: it is served at this host, and only not built here.
    expect((await ask(termuxFilePath, own)).status).toBe(503);
    expect((await ask(termuxFactsPath, own)).status).toBe(503);
  });

  it.each([
    ['GET', '/auth/login'],
    ['GET', '/device/7/contact'],
    ['GET', '/assets/main.js'],
    ['GET', '/docs'],
    ['GET', '/content/abc?ticket=x'],
    ['POST', login.path],
    ['GET', login.path],
  ])('nothing of the console is: %s %s', async (method, path) => {
    expect((await ask(path, own, method)).status).toBe(404);
  });

  it('a test whether a phone reaches it is answered', async () => {
    const { test } = server.services.phoneTests.start(1);
    expect((await ask(`${phoneTestPath}/${test}`, own)).status).toBe(200);
  });

  it("the console's socket is not there", async () => {
    expect(await upgrade(`${consoleSocketPath}?userType=ADMIN&token=x`, own)).toBe(404);
    expect(await upgrade(`${consoleSocketPath}?userType=ADMIN&token=x`, {})).toBe(401);
  });

  it('its root leads to the companion', async () => {
    expect(await ask('/', own)).toEqual({ status: 302, location: '/companion/' });
  });

  it.each<Record<string, string>>([
    { host: 'PHONE.example.org:443' },
    { host: 'inner:8080', 'x-forwarded-host': 'phone.example.org' },
  ])('which is known however it is written: %j', async (headers) => {
    expect((await ask('/auth/login', headers)).status).toBe(404);
    expect((await ask('/companion/join', headers)).status).toBe(200);
  });
});

describe('at every other host', () => {
  it.each(['watch.example.org', '127.0.0.1:8080', 'x-phone.example.org'])('%s has the console', async (host) => {
    expect((await ask('/auth/login', { host })).status).toBe(200);
    expect((await ask('/', { host })).status).toBe(200);
    expect(await upgrade(deviceSocketPath, { host })).toBe(101);
  });

  it.each(['/companion', '/companion/', '/companion/join?from=card', '/companion/sw.js'])(
    '%s leads to the companion, with its path',
    async (path) => {
      const answer = await ask(path, { host: 'watch.example.org' });
      expect(answer).toEqual({ status: 302, location: `${companionUrl}${path}` });
    },
  );
});

it('consoles learn the address of the companion', async () => {
  const { envelope } = await server.api(loadInstallation, {});
  expect(envelope.data.companionOrigin).toBe(companionUrl);
});
