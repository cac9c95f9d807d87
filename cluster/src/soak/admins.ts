import { setTimeout as delay } from 'node:timers/promises';
import {
  alertList,
  assignSelection,
  consoleSocketPath,
  contacts,
  dashboard,
  deviceList,
  deviceSummary,
  deviceVisits,
  deviceWatches,
  featurePermissions,
  liveLocation,
  login,
  logout,
  mapPositions,
  notificationList,
  runList,
  scheduleList,
  unreadNotifications,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { hashPassword } from '../../../packages/server/src/modules/accounts/password.ts';
import type { Site } from './site.ts';

const password = 'browsing-lanterns-42';
/** An admin looks at a page for so long. */
const thinkMs = { least: 800, most: 2500 };
/** After so many pages an admin signs out, and in again. */
const pagesPerSession = 120;
const pingMs = 10_000;

/** Something that an admin does again and again, until the signal. */
export type Habit = (signal: AbortSignal) => Promise<void>;

/** One page of the console: the calls that it makes, for one device or for none. */
type Page = (deviceId: number) => readonly Call[];
interface Call<E extends Endpoint = Endpoint> {
  endpoint: E;
  input: InputOf<E>;
}
const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({ endpoint, input }) as Call;

const pages: readonly Page[] = [
  () => [call(dashboard, {}), call(unreadNotifications, {})],
  (deviceId) => [call(deviceList, { page: 1 + (deviceId % 5) }), call(unreadNotifications, {})],
  (deviceId) => [call(deviceList, { search: `phone ${deviceId % 10}`.slice(0, 5) })],
  (deviceId) => [call(deviceSummary, { deviceId }), call(deviceWatches, { deviceId })],
  (deviceId) => [call(contacts.list, { deviceId }), call(contacts.history, { deviceId })],
  (deviceId) => [call(liveLocation, { deviceId }), call(mapPositions, {})],
  (deviceId) => [call(deviceVisits, { deviceId })],
  () => [call(notificationList, { grouped: true }), call(alertList, {})],
  () => [call(runList, {}), call(scheduleList, {})],
];

/** Creates admins to whom a part of the devices is assigned, each with the habit of browsing. */
export async function createAdmins(site: Site, count: number, deviceIds: readonly number[]): Promise<Habit[]> {
  const password_hash = await hashPassword(password);
  const habits: Habit[] = [];
  const share = Math.min(400, Math.ceil(deviceIds.length / 5));
  for (let place = 0; place < count; place += 1) {
    const username = `browser-${place}`;
    const { id } = await site.db
      .insertInto('users')
      .values({ username, password_hash, user_type: 'ADMIN', admin_role: 'ADMIN' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.db
      .insertInto('feature_access')
      .values(
        featurePermissions.map((feature_permission) => ({
          user_id: id,
          feature_permission,
          feature_access: 'FULL_ACCESS',
        })),
      )
      .execute();
    const from = (place * share) % Math.max(1, deviceIds.length - share);
    const own = deviceIds.slice(from, from + share);
    const selection = { by: 'DEVICES', deviceIds: own } as const;
    const { status, error } = await site.call(assignSelection, { userId: id, selection, assigned: true });
    if (status !== 200) throw new Error(`Devices could not be assigned: ${error}`);
    habits.push((signal) => browse(site, { username, own, place }, signal));
  }
  return habits;
}

/** Opens pages with an open console socket; now and then signs out and in again. */
async function browse(
  { requests, server }: Site,
  { username, own, place }: { username: string; own: readonly number[]; place: number },
  signal: AbortSignal,
): Promise<void> {
  let visited = place * 7;
  while (!signal.aborted) {
    const { data } = await requests.insist(login, { username, password }, null);
    if (data === null) return requests.add(`${username} could not sign in`);
    const { token } = data;
    const closeSocket = keepSocket(server.url, token);
    for (let page = 0; page < pagesPerSession && !signal.aborted; page += 1) {
      const deviceId = own[(visited * 13) % own.length] ?? 0;
      const calls = pages[visited % pages.length]?.(deviceId) ?? [];
      visited += 1;
      const told = await Promise.all(calls.map(({ endpoint, input }) => requests.insist(endpoint, input, token)));
      // Every device of theirs stays, so nothing may be refused.
      for (const [at, { status }] of told.entries()) {
        if (status >= 400 && status < 500) requests.add(`${calls[at]?.endpoint.path} was refused with ${status}`);
      }
      const rest = thinkMs.least + Math.random() * (thinkMs.most - thinkMs.least);
      await delay(rest, undefined, { signal }).catch(() => undefined);
    }
    closeSocket();
    await requests.insist(logout, {}, token);
  }
}

/** Keeps a console's socket open, through outages. Returns what closes it. */
function keepSocket(url: string, token: string): () => void {
  const address = new URL(consoleSocketPath, url.replace('http', 'ws'));
  address.search = new URLSearchParams({ token, userType: 'ADMIN' }).toString();
  let socket: WebSocket | null = null;
  const open = () => {
    socket = new WebSocket(address);
    // What follows an error is its close; the timer below opens it again.
    socket.on('error', () => undefined);
    socket.on('message', () => undefined);
  };
  open();
  const timer = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'ping' }));
    else if (socket?.readyState === WebSocket.CLOSED) open();
  }, pingMs);
  return () => {
    clearInterval(timer);
    socket?.close();
  };
}
