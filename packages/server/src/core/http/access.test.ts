import { endpoints, logout, type AccessLevel, type AdminRole, type Endpoint } from '@fairwatch/contract';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutes } from '../../registry.ts';
import { joinDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { demandDeclaredAccess } from './access-check.ts';
import { checkRoutes } from './check-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const accounts: [name: string, account: { role: AdminRole; access?: AccessLevel } | null][] = [
  ['nobody', null],
  ['NON_ADMIN', { role: 'NON_ADMIN', access: 'FULL_ACCESS' }],
  ['PENDING', { role: 'PENDING', access: 'FULL_ACCESS' }],
  ['ADMIN without access', { role: 'ADMIN' }],
  ['ADMIN, READ_ONLY to all', { role: 'ADMIN', access: 'READ_ONLY' }],
  ['ADMIN, FULL_ACCESS to all', { role: 'ADMIN', access: 'FULL_ACCESS' }],
  ['SUPER_ADMIN', { role: 'SUPER_ADMIN' }],
];

/** Whether the server lets this token call. Access is decided before the input, so an empty one tells. */
async function mayCall({ method, path }: Endpoint, token: string | null): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(new URL(path, server.url), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  return response.status !== 401 && response.status !== 403;
}

describe('access', () => {
  it('[SPEC 1.8] is as the committed table says, for every role and every call', async () => {
    const callers = await Promise.all(
      accounts.map(async ([name, account]) => {
        const token = account === null ? null : (await server.createAdmin(account)).token;
        return { name, token };
      }),
    );
    callers.push({ name: 'a device', token: (await joinDevice(server)).token });
    const lines: string[] = [];
    // Last, because it ends the session that the others need.
    for (const endpoint of endpoints.toSorted((a, b) => Number(a === logout) - Number(b === logout))) {
      const allowed = [];
      for (const { name, token } of callers) if (await mayCall(endpoint, token)) allowed.push(name);
      const who = allowed.length === callers.length ? ['everyone'] : allowed;
      lines.push(`${endpoint.method} ${endpoint.path}`, ...who.map((name) => `  ${name}`));
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access.snapshot.txt');
  });

  it('must be declared by every route, or the server does not boot', () => {
    const app = fastify();
    demandDeclaredAccess(app);
    expect(() => app.get('/open-by-mistake', () => 'secret')).toThrow(
      'The route GET /open-by-mistake does not declare its access.',
    );
    expect(() => app.get('/declared', { config: { access: 'public' } }, () => 'fine')).not.toThrow();
  });
});

describe('the routes', () => {
  it('must match the contract, or the server does not boot', () => {
    const routes = createRoutes(server.services);
    const [first, second] = routes;
    expect(() => checkRoutes(routes)).not.toThrow();
    expect(() => checkRoutes(routes.slice(1))).toThrow(`${first?.endpoint.path} has no route`);
    expect(() => checkRoutes([...routes, ...routes.slice(0, 1)])).toThrow(`${first?.endpoint.path} has two routes`);
    expect(() =>
      checkRoutes(
        routes,
        endpoints.filter((each) => each !== second?.endpoint),
      ),
    ).toThrow(`${second?.endpoint.path} is not in the contract's registry`);
  });
});
