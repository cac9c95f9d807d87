import {
  askConsent,
  can,
  changeHands,
  endDevice,
  endpoints,
  featurePermissions,
  groundNotStated,
  liveCamera,
  liveCameraHistory,
  logout,
  withdrawConsentRequest,
  type AccessLevel,
  type Actor,
  type AdminRole,
  type Endpoint,
  type Envelope,
} from '@fairwatch/contract';
import { fastify } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutes } from '../registry.ts';
import { joinDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';
import { findSession } from '../shared/sessions/sessions.ts';
import { assertDeclaredAccess } from './access-check.ts';
import { checkRoutes } from './check-routes.ts';
import type { Session } from '../shared/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The accounts that make all calls, with one access level for all permissions. */
const accounts: [name: string, account: { role: AdminRole; access?: AccessLevel } | null][] = [
  ['nobody', null],
  ['NON_ADMIN', { role: 'NON_ADMIN', access: 'FULL_ACCESS' }],
  ['PENDING', { role: 'PENDING', access: 'FULL_ACCESS' }],
  ['ADMIN', { role: 'ADMIN' }],
  ['ADMIN READ_ONLY', { role: 'ADMIN', access: 'READ_ONLY' }],
  ['ADMIN FULL_ACCESS', { role: 'ADMIN', access: 'FULL_ACCESS' }],
  ['SUPER_ADMIN', { role: 'SUPER_ADMIN' }],
];

/** A valid value for each input field of calls about a device. */
const samples: Readonly<Record<string, unknown>> = {
  commandId: 1,
  first: 1,
  last: 1,
  capability: 'CONTACTS',
  reason: 'Sold by its owner',
  title: 'Title',
  message: 'Message',
  nickname: 'Nickname',
  days: ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'],
  timeZone: 'UTC',
  kind: 'PHOTO',
  itemId: 1,
  path: 'Documents/a.txt',
  name: 'b.txt',
  mode: 'PHOTO',
  camera: 'BACK',
  seconds: 10,
  minutes: 5,
  sound: false,
  sessionId: 1,
  captureId: 1,
  address: '+12025550100',
  search: 'x',
  sha256: 'a'.repeat(64),
  size: 2,
  offset: 0,
  content: 'R0lG',
  folder: '',
  files: [{ id: 1, name: 'b.png' }],
  reviewOn: '2030-01-31',
  ground: groundNotStated,
  id: 1,
};

/** The minimal input of a call about this device. Throws for a new field without a sample. */
function inputAbout(endpoint: Endpoint, deviceId: number): object {
  const asked = endpoint.input.safeParse({ deviceId }).error?.issues.map(({ path }) => String(path[0])) ?? [];
  const input = { deviceId, ...Object.fromEntries(asked.map((field) => [field, samples[field]])) };
  const { error } = endpoint.input.safeParse(input);
  if (error) throw new Error(`${endpoint.path} needs a sample for ${error.issues.map(({ path }) => path.join('.'))}.`);
  return input;
}

/** Encodes the input as the endpoint expects it: in the URL, as a form with a file, or as JSON. */
function bodyOf({ method, form }: Endpoint, input: object): Pick<RequestInit, 'body' | 'headers'> {
  if (method === 'GET') return {};
  if (!form) return { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const body = new FormData();
  for (const [name, value] of Object.entries(input)) body.set(name, String(value));
  body.set(form.file, new Blob(['hi']), 'blob');
  return { body };
}

/** True when the server authorizes the call. Errors after authorization, such as an open command, do not count. */
async function mayCall(endpoint: Endpoint, token: string | null, input: object = {}): Promise<boolean> {
  const { body, headers } = bodyOf(endpoint, input);
  const response = await fetch(new URL(endpoint.path, server.url), {
    method: endpoint.method,
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });
  const { meta } = (await response.json()) as Envelope<unknown>;
  const refused = response.status === 401 || response.status === 403;
  return !refused && meta.message[0]?.code !== 'device_not_found';
}

interface Caller {
  name: string;
  token: string | null;
  /** The actor of the contract's `can()`; null for anonymous callers and devices. */
  actor: Actor | null;
}

async function createCallers(): Promise<Caller[]> {
  const callers = await Promise.all(
    accounts.map(async ([name, account]) => {
      if (account === null) return { name, token: null, actor: null };
      const { token } = await server.createAdmin(account);
      return { name, token, actor: await findSession(server.services, token) };
    }),
  );
  return [...callers, { name: 'a device', token: (await joinDevice(server)).token, actor: null }];
}

const declared = ({ access }: Endpoint) =>
  typeof access === 'string' ? access : `${access.permission} ${access.level}`;

/** Summarizes who may make a call. */
function inWords(names: readonly string[], all: readonly Caller[]): string {
  if (names.length === 0) return 'nobody';
  return names.length === all.length ? 'everyone' : names.join(', ');
}

/** The names of the callers that pass the check. */
async function namesOf(callers: readonly Caller[], may: (caller: Caller) => boolean | Promise<boolean>) {
  const answers = await Promise.all(callers.map(may));
  return callers.filter((_, place) => answers[place]).map(({ name }) => name);
}

/**
 * Assigns a device to every account, also to those that see only the welcome page, so that their role refuses them and not an empty
 * scope.
 */
async function giveDevices(admins: readonly Caller[]): Promise<Map<Caller, number>> {
  const devices = new Map<Caller, number>();
  for (const admin of admins) {
    const { deviceId } = await joinDevice(server);
    const assignment = { user_id: (admin.actor as Session).userId, device_id: deviceId };
    await server.services.db.insertInto('device_assignments').values(assignment).execute();
    devices.set(admin, deviceId);
  }
  return devices;
}

/** All calls. Those that end the device or the session come last, because the others need both. */
const ending: readonly Endpoint[] = [changeHands, endDevice, logout];
const calls = [...endpoints.filter((each) => !ending.includes(each)), ...ending];

/** Calls whose required permission depends on the input, so that the handler checks it. */
const decidedByInput: readonly Endpoint[] = [askConsent, withdrawConsentRequest, liveCamera, liveCameraHistory];

// Every caller makes every call, some of them for four devices.
describe('access', () => {
  it('[SPEC 1.8] is as the contract declares and the committed table says: every role, every call, every device', async () => {
    const callers = await createCallers();
    const admins = callers.filter(({ actor }) => actor !== null);
    let devices = await giveDevices(admins);
    let others = (await joinDevice(server)).deviceId;
    const found = [];
    const expected = [];
    const lines: string[] = [];
    for (const endpoint of calls) {
      const { path, access } = endpoint;
      const open = await namesOf(callers, ({ token }) => mayCall(endpoint, token));
      const declaredFor = await namesOf(callers, ({ name, actor }) =>
        access === 'device' ? name === 'a device' : can(actor, endpoint),
      );
      found.push({ path, open });
      expected.push({ path, open: declaredFor });
      const line = `${endpoint.method} ${path} (${declared(endpoint)}): ${inWords(open, callers)}`;
      if (endpoint.device === null) {
        lines.push(line);
        continue;
      }
      if (endpoint === endDevice) {
        // The devices before have changed hands.
        devices = await giveDevices(admins);
        others = (await joinDevice(server)).deviceId;
      }
      const about = (deviceOf: (admin: Caller) => number) =>
        namesOf(admins, (admin) => mayCall(endpoint, admin.token, inputAbout(endpoint, deviceOf(admin))));
      const own = await about((admin) => devices.get(admin) ?? 0);
      const another = await about(() => others);
      const none = await about(() => 999_999);
      const mayOwn = decidedByInput.includes(endpoint) ? own : declaredFor;
      found.push({ path, own, another, none });
      expected.push({ path, own: mayOwn, another: mayOwn.filter((name) => name === 'SUPER_ADMIN'), none: [] });
      const narrowed = decidedByInput.includes(endpoint) ? `; own device: ${inWords(own, admins)}` : '';
      lines.push(`${line}${narrowed}; another's device: ${inWords(another, admins)}`);
    }
    expect(found).toEqual(expected);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access.snapshot.txt');
  });

  it('[SPEC 6.7] hangs on the one permission a call declares, at its level, and on no other', async () => {
    const { db, bus } = server.services;
    const { userId, token } = await server.createAdmin({ access: 'NO_ACCESS' });
    const set = async (where: RawBuilder<unknown>, level: AccessLevel, rest: AccessLevel) => {
      await sql`update feature_access set feature_access = case when ${where} then ${level} else ${rest} end
        where user_id = ${userId}`.execute(db);
      bus.publish('accessChanged', { userId });
    };
    for (const permission of featurePermissions) {
      const asking = endpoints.flatMap((endpoint) => {
        const { access } = endpoint;
        return typeof access === 'object' && access.permission === permission
          ? [{ endpoint, level: access.level }]
          : [];
      });
      const open = async () => {
        const found = await Promise.all(asking.map(async ({ endpoint }) => await mayCall(endpoint, token)));
        return asking.filter((_, place) => found[place]).map(({ endpoint }) => endpoint.path);
      };
      const paths = (levels: readonly AccessLevel[]) =>
        asking.filter(({ level }) => levels.includes(level)).map(({ endpoint }) => endpoint.path);
      const only = sql`feature_permission = ${permission}`;
      await set(only, 'NO_ACCESS', 'FULL_ACCESS');
      expect(await open()).toEqual([]);
      await set(only, 'READ_ONLY', 'NO_ACCESS');
      expect(await open()).toEqual(paths(['READ_ONLY']));
      await set(only, 'FULL_ACCESS', 'NO_ACCESS');
      expect(await open()).toEqual(paths(['READ_ONLY', 'FULL_ACCESS']));
    }
  });

  it('must be declared by every route, or the server does not boot', () => {
    const app = fastify();
    assertDeclaredAccess(app);
    expect(() => app.get('/open-by-mistake', () => 'secret')).toThrow(
      'The route GET /open-by-mistake does not declare its access.',
    );
    expect(() => app.get('/docs', { config: { access: 'public' } }, () => 'fine')).not.toThrow();
    expect(() => app.get('/new', { config: { access: 'admin' } }, () => 'names')).toThrow(
      'The route GET /new is not in the table of personal data.',
    );
  });
});

describe('the routes', () => {
  it('must match the contract, or the server does not boot', () => {
    const routes = createRoutes(server.services, null);
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
    const silent = { endpoint: { ...endpoints[0], tells: undefined } } as never;
    expect(() => checkRoutes([silent], [silent['endpoint']])).toThrow('does not declare what it tells');
  });
});
