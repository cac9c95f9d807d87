import {
  consoleSocketPath,
  contacts,
  contentPath,
  describePasscode,
  deviceFilesPath,
  deviceSocketPath,
  healthCheck,
  login,
  picturePath,
  profile,
} from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';

const listed = 'https://console.example.org';
const local = 'http://localhost:5173';

/** Origins that resemble a listed one, and unrelated ones. */
const foreign = [
  'null',
  '*',
  'http://console.example.org',
  'https://console.example.org:8443',
  'https://console.example.org.evil.example',
  'https://evil-console.example.org',
  'https://evil.example/https://console.example.org',
  'https://console.example.org/',
  'https://console.example.org, https://evil.example',
  'https://CONSOLE.example.org',
  'http://localhost:5174',
  'http://localhost',
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ consoleOrigins: [listed, local] });
});
afterAll(() => server.close());

interface Sent {
  method?: string;
  origin: string;
  token?: string;
}

function send(path: string, { method = 'POST', origin, token }: Sent): Promise<Response> {
  const headers = {
    origin,
    ...(method === 'OPTIONS'
      ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' }
      : { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return fetch(new URL(path, server.url), { method, headers, ...(method === 'POST' && { body: '{}' }) });
}

/** Returns the names of the CORS headers in a response. */
function told({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}

/** Tries to open a WebSocket and returns the HTTP status: 101 when it opens, else that of the refusal. */
async function socketStatus(path: string, origin: string): Promise<number | undefined> {
  const socket = new WebSocket(new URL(path, server.url.replace('http', 'ws')), { origin });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  socket.on('open', () => resolve(101));
  socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
  socket.on('error', () => undefined);
  const status = await promise;
  socket.terminate();
  return status;
}

/** The Cross-Origin-Resource-Policy at a path. */
async function policyAt(path: string): Promise<string | null> {
  const { headers } = await fetch(new URL(path, server.url));
  return headers.get('cross-origin-resource-policy');
}

const consoleSocket = () => `${consoleSocketPath}?userType=ADMIN&token=${server.admin.token}`;

describe('a console at an origin of CONSOLE_ORIGINS', () => {
  it.each([listed, local])('at %s calls as one that is served here', async (origin) => {
    const preflight = await send(profile.path, { method: 'OPTIONS', origin });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization, content-type');
    const answer = await send(profile.path, { origin, token: server.admin.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('origin');
    expect(await socketStatus(consoleSocket(), origin)).toBe(101);
  });

  it('gets minimal permissions: no cookies, no other methods', async () => {
    const preflight = await send(profile.path, { method: 'OPTIONS', origin: listed });
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(await preflight.text()).toBe('');
  });

  it('reads why it was refused: a preflight opens nothing that access refuses', async () => {
    const { token } = await server.createAdmin({ role: 'ADMIN', access: {} });
    for (const [sent, status] of [
      [{ origin: listed }, 401],
      [{ origin: listed, token: 'guessed' }, 401],
      [{ origin: listed, token }, 403],
    ] as const) {
      expect((await send(contacts.list.path, { method: 'OPTIONS', origin: listed })).status).toBe(204);
      const refused = await send(contacts.list.path, sent);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([status, listed]);
    }
    const query = `${consoleSocketPath}?userType=ADMIN&token=guessed`;
    expect(await socketStatus(query, listed)).toBe(401);
  });

  it('does not reach the device protocol, the companion or the pages of this server', async () => {
    for (const path of [describePasscode.path, deviceFilesPath]) {
      expect((await send(path, { method: 'OPTIONS', origin: listed })).status, path).not.toBe(204);
      const answer = await send(path, { origin: listed });
      expect([answer.status, ...told(answer)], path).toEqual([403]);
    }
    for (const path of ['/', '/docs', '/companion/', '/admin/v2/api/x', '/%64evice/v1/api/files']) {
      expect(told(await send(path, { method: 'OPTIONS', origin: listed })), path).toEqual([]);
      expect(told(await send(path, { method: 'GET', origin: listed })), path).toEqual([]);
    }
    expect(await socketStatus(deviceSocketPath, listed)).toBe(403);
  });

  it('shows pictures and sound of this server; all else stays within its origin', async () => {
    expect(await policyAt(`${contentPath}/${'0'.repeat(64)}?ticket=x`)).toBe('cross-origin');
    expect(await policyAt(`${picturePath}/x`)).toBe('cross-origin');
    for (const path of ['/', profile.path, healthCheck.path]) expect(await policyAt(path), path).toBe('same-origin');
  });
});

describe('a page of another origin', () => {
  it.each(foreign)('at %s gets no CORS headers and opens no socket', async (origin) => {
    for (const path of [login.path, profile.path, healthCheck.path, `${contentPath}/x`]) {
      for (const method of ['OPTIONS', 'POST', 'GET']) {
        const answer = await send(path, { method, origin, token: server.admin.token });
        expect(told(answer), `${method} ${path}`).toEqual([]);
      }
    }
    expect(await socketStatus(consoleSocket(), origin)).toBe(403);
  });
});
