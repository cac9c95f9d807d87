import { connect } from 'node:net';
import {
  contacts,
  deviceList,
  endpoints,
  healthCheck,
  limits,
  login,
  logout,
  profile,
  errorStatus,
  type ErrorCode,
} from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { readAnswer } from '../../testing/call-endpoint.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const signedIn = () => ({ ...json, authorization: `Bearer ${server.admin.token}` });
const body = JSON.stringify({ username: 'nobody', password: 'wrong' });

/** Sends a request, and fails unless the response is exactly the envelope. */
async function send(path: string, request: RequestInit) {
  const response = await fetch(new URL(path, server.url), { method: 'POST', ...request });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const answer = await readAnswer(profile, response);
  expect(answer.error).not.toMatch(/[{]|<\w|at .+:\d+/);
  return answer;
}

const refused = (code: ErrorCode) => ({ status: errorStatus[code], errorCode: code });

describe('a bad body', () => {
  it.each(['{"username":', 'username=x', '', '{"a":1}}', '{"__proto__":{"admin":true}}', "{'a':1}"])(
    'that is not JSON: %s',
    async (text) => {
      expect(await send(login.path, { headers: json, body: text })).toMatchObject(refused('malformed_json'));
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', 'nonsense'])(
    'of the content type %s',
    async (type) => {
      expect(await send(login.path, { headers: { 'content-type': type }, body })).toMatchObject(
        refused('wrong_content_type'),
      );
    },
  );

  it('without any', async () => {
    expect(await send(login.path, {})).toMatchObject(refused('wrong_content_type'));
  });

  it('that is larger than allowed', async () => {
    const large = JSON.stringify({ username: 'x'.repeat(login.maxBodyBytes), password: 'x' });
    expect(await send(login.path, { headers: json, body: large })).toMatchObject(refused('body_too_large'));
  });

  it('[SPEC 8.10] that is too large is told to be a file too large', async () => {
    const large = new Uint8Array(limits.request.maxBytes + 1);
    const answer = await send(profile.path, { headers: signedIn(), body: large });
    expect(answer).toMatchObject(refused('body_too_large'));
    expect(answer.error).toBe('File too large. Please reduce the file size and try again.');
  });

  it('with an unknown field, which is named', async () => {
    const extra = JSON.stringify({ username: 'nobody', password: 'wrong', adminRole: 'SUPER_ADMIN' });
    const answer = await send(login.path, { headers: json, body: extra });
    expect(answer).toMatchObject(refused('invalid_input'));
    expect(answer.error).toContain('adminRole');
  });

  it.each([
    ['a missing field', { username: 'nobody' }, 'password'],
    ['a field of the wrong type', { username: 7, password: 'wrong' }, 'username'],
    ['a text that is too long', { username: 'x'.repeat(65), password: 'wrong' }, 'username'],
    ['a NUL character', { username: 'no\0body', password: 'wrong' }, 'NUL'],
  ])('with %s, which is named', async (_what, sent, named) => {
    const answer = await send(login.path, { headers: json, body: JSON.stringify(sent) });
    expect(answer).toMatchObject(refused('invalid_input'));
    expect(answer.error).toContain(named);
  });

  it.each(['[]', 'null', '"text"', '7'])('that is JSON but no object: %s', async (text) => {
    expect(await send(login.path, { headers: json, body: text })).toMatchObject(refused('invalid_input'));
  });

  it('with a page out of range', async () => {
    for (const input of [{ page: 0 }, { page: 1.5 }, { pageSize: limits.page.maxSize + 1 }]) {
      expect(await send(deviceList.path, { headers: signedIn(), body: JSON.stringify(input) })).toMatchObject(
        refused('invalid_input'),
      );
    }
  });
});

describe('a bad token', () => {
  it('is missing', async () => {
    expect(await send(profile.path, { headers: json, body: '{}' })).toMatchObject(refused('authentication_required'));
  });

  it.each(['nonsense', 'A'.repeat(43), `${'A'.repeat(42)}"`, 'x'.repeat(5000)])('is unknown: %.20s', async (token) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    expect(await send(profile.path, { headers, body: '{}' })).toMatchObject(refused('session_ended'));
  });

  it('stands in the wrong place', async () => {
    const { token } = server.admin;
    const places: [string, RequestInit][] = [
      [`${profile.path}?token=${token}`, { headers: json, body: '{}' }],
      [profile.path, { headers: { ...json, cookie: `token=${token}` }, body: '{}' }],
      [profile.path, { headers: json, body: JSON.stringify({ token }) }],
      [profile.path, { headers: { ...json, 'x-token': token }, body: '{}' }],
      [profile.path, { headers: { ...json, authorization: token }, body: '{}' }],
      [profile.path, { headers: { ...json, authorization: `Basic ${token}` }, body: '{}' }],
    ];
    for (const [path, request] of places)
      expect(await send(path, request)).toMatchObject(refused('authentication_required'));
  });

  it('was revoked', async () => {
    const { token } = await server.createAdmin();
    expect((await server.api(logout, {}, token)).status).toBe(200);
    const answer = await send(profile.path, { headers: { ...json, authorization: `Bearer ${token}` }, body: '{}' });
    expect(answer).toMatchObject(refused('session_ended'));
    expect(answer.error).toBe('Your session has ended. Please sign in again.');
  });

  it('hides whether the rest of the request is valid', async () => {
    for (const text of ['{}', '{"unknown":1}', 'not json', 'x'.repeat(limits.request.maxBytes + 1)]) {
      expect(await send(contacts.list.path, { headers: json, body: text })).toMatchObject(
        refused('authentication_required'),
      );
    }
    expect(await send(contacts.list.path, { headers: { 'content-type': 'text/plain' }, body: 'x' })).toMatchObject(
      refused('authentication_required'),
    );
  });
});

describe('a bad address', () => {
  it.each([
    '/admin/v1/api/nothing',
    '/admin/v1/api/',
    '/admin/v1/api/authenticated/user/profile/more',
    '/admin/v1/api/%zz',
    '/admin/v9/api/auth/login',
    '/client/v1/api/health',
    '/device/v1/api/nothing',
  ])('under an API prefix: %s', async (path) => {
    expect(await send(path, { headers: json, body: '{}' })).toMatchObject(refused('route_not_found'));
    expect(await send(path, { method: 'GET' })).toMatchObject(refused('route_not_found'));
  });

  it('is met by a method that nobody takes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await send('/device-list', { method })).toMatchObject(refused('route_not_found'));
  });

  it('is met by the wrong method', async () => {
    for (const { method, path } of endpoints) {
      const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((each) => each !== method);
      for (const each of wrong) {
        const answer = await send(path, { method: each });
        expect(answer).toMatchObject(refused('method_not_allowed'));
        expect(answer.headers.get('allow')).toBe(method === 'GET' ? 'GET, HEAD' : 'POST');
        expect(answer.error).toBe(`This call takes ${method} only.`);
      }
    }
  });

  it('carries a query that the call does not take', async () => {
    expect(await send(`${healthCheck.path}?verbose=1`, { method: 'GET' })).toMatchObject(refused('invalid_input'));
  });
});

describe('what is not even HTTP', () => {
  it.each(['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`])(
    'is answered in the envelope: %.20s',
    async (bytes) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      socket.end(bytes);
      const chunks: Buffer[] = await socket.toArray();
      const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(JSON.parse(text)).toMatchObject({ data: null, meta: { has_error: true } });
    },
  );
});

describe('a fault of ours', () => {
  it('is reported with a reference, and explained in the log only', async () => {
    const broken = await startTestServer();
    const { token } = broken.admin;
    await broken.services.db.schema.alterTable('settings').renameTo('lost').execute();
    const answer = await broken.api(healthCheck, {}, token);
    expect(answer).toMatchObject({ status: 500, errorCode: 'internal' });
    expect(answer.error).not.toContain('settings');
    const reference = /Reference: (\S+)$/.exec(answer.error)?.[1];
    // Other parts of the server miss the table, too.
    const logged = broken.logLines.filter((line) => line.includes('"level":"error"'));
    expect(logged.map((line) => JSON.parse(line) as { requestId?: string })).toContainEqual(
      expect.objectContaining({
        requestId: reference,
        err: expect.objectContaining({ message: expect.stringContaining('settings') }),
      }),
    );
    await broken.close();
  });

  it('says that the service is not available while the database is not', async () => {
    const services = { ...server.services, ...connectDatabase({ host: '/nowhere', port: 5432 }) };
    const app = await buildApp(services);
    const response = await app.fastify.inject({ method: 'GET', url: healthCheck.path });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ meta: { message: [{ code: 'unavailable' }] } });
    await app.close();
    await services.close();
  });
});
