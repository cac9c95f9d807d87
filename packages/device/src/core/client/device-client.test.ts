import { capabilityNames } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSockets } from '../../testing/fake-socket.ts';
import { DeviceClient } from './device-client.ts';
import type { DeviceClientOptions, Supervision, Watches } from './device-options.ts';
import type { ConnectionState } from '../connection/link.ts';

const facts = {
  name: 'Phone',
  model: 'Pixel 9',
  osName: 'Android',
  osVersion: '16',
  appName: 'A',
  appVersion: '1.0.0',
};
const vitals = { batteryPercent: null, charging: null, network: null, appVersion: '1.0.0', noticeShown: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp({ canPing = false, ...options }: Partial<DeviceClientOptions> & { canPing?: boolean } = {}) {
  const { opened, openSocket } = fakeSockets({ canPing });
  const states: [ConnectionState, Date | null][] = [];
  const client = new DeviceClient({
    serverUrl: 'http://127.0.0.1:1',
    token: 'token',
    facts,
    granted: () => ['CONTACTS'],
    collectors: {},
    vitals: () => vitals,
    log: () => undefined,
    onConnection: (state, { retryAt }) => void states.push([state, retryAt]),
    openSocket,
    ...options,
  });
  client.start();
  const socket = (place = 0) => {
    const found = opened[place];
    if (!found) throw new Error('There is no such connection.');
    return found;
  };
  return { client, opened, socket, states };
}

describe('a client that cannot ping', () => {
  it('sends ping frames, and takes the answers for a sign of life', () => {
    const { socket, opened } = setUp();
    socket().welcome();
    for (let beat = 0; beat < 20; beat += 1) {
      vi.advanceTimersByTime(1000);
      socket().hear({ type: 'pong' });
    }
    expect(socket().count('ping')).toBe(21);
    expect([socket().isTerminated, opened.length]).toEqual([false, 1]);
  });

  it('notices that nobody answers, and connects again', () => {
    const { socket, opened } = setUp();
    socket().welcome();
    vi.advanceTimersByTime(3000);
    expect(socket().isTerminated).toBe(true);
    vi.advanceTimersByTime(500);
    expect(opened).toHaveLength(2);
  });
});

it('a client that can ping sends no ping frames', () => {
  const { socket } = setUp({ canPing: true });
  socket().welcome();
  for (let beat = 0; beat < 5; beat += 1) {
    vi.advanceTimersByTime(1000);
    socket().handlers.onPong();
  }
  expect([socket().pings, socket().count('ping'), socket().isTerminated]).toEqual([6, 0, false]);
});

describe('the connection', () => {
  it('is told as it changes, with the time of the next attempt', async () => {
    const { client, socket, states } = setUp();
    socket().welcome();
    socket().handlers.onClose(1006);
    const retryAt = states[2]?.[1]?.getTime() ?? 0;
    expect(retryAt).toBeGreaterThan(Date.now());
    vi.advanceTimersByTime(retryAt - Date.now());
    socket(1).welcome();
    await client.stop();
    await Promise.resolve();
    expect(states.map(([state]) => state)).toEqual(
      'connecting connected waiting connecting connected ended'.split(' '),
    );
  });

  it('is opened at once by reconnectNow', () => {
    const { client, opened, socket } = setUp();
    socket().handlers.onClose(1006);
    client.reconnectNow();
    expect(opened).toHaveLength(2);
    // The attempt that was due is not made as well.
    vi.advanceTimersByTime(60_000);
    client.reconnectNow();
    expect(opened).toHaveLength(2);
  });

  it('is probed by reconnectNow when it is open', () => {
    const { client, opened, socket } = setUp();
    socket().welcome(60_000);
    client.reconnectNow();
    socket().hear({ type: 'pong' });
    vi.advanceTimersByTime(20_000);
    expect(socket().isTerminated).toBe(false);
    client.reconnectNow();
    vi.advanceTimersByTime(5000);
    expect(socket().isTerminated).toBe(true);
    vi.advanceTimersByTime(500);
    expect(opened).toHaveLength(2);
  });

  it('is not opened again after the end', async () => {
    const { client, opened, socket } = setUp();
    socket().welcome();
    await client.stop();
    client.reconnectNow();
    client.comeBack();
    expect(opened).toHaveLength(1);
  });
});

it('hello says what kind of client it is and what it can carry out, if it was told', () => {
  const offers = {
    commands: ['UPDATE_CONTACTS'],
    refusals: { UPDATE_MESSAGES: 'A browser cannot read text messages.' },
  };
  const { socket } = setUp({ platform: 'BROWSER', offers });
  socket().welcome();
  expect(socket().sent[0]).toMatchObject({ type: 'hello', platform: 'BROWSER', offers });
  const plain = setUp();
  plain.socket().welcome();
  expect(plain.socket().sent[0]).not.toHaveProperty('platform');
  expect(plain.socket().sent[0]).not.toHaveProperty('offers');
});

it('who supervises is told and kept, and a push subscription is sent after it', async () => {
  const told: Supervision[] = [];
  const { client, socket } = setUp({ platform: 'BROWSER', onSupervision: (each) => void told.push(each) });
  const keptDays = Object.fromEntries(capabilityNames.map((name) => [name, 30])) as Supervision['keptDays'];
  const supervision = { admins: ['maria'], moreAdmins: 0, keptDays, pushKey: 'key', pushSubscribed: false };
  expect(client.supervision).toBeNull();
  const subscription = {
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
  };
  const subscribed = client.setPushSubscription(subscription);
  socket().welcome();
  expect(socket().count('push-subscription')).toBe(0);
  socket().hear({ type: 'supervision', ...supervision });
  expect(told).toEqual([supervision]);
  expect(socket().sent.at(-1)).toEqual({ type: 'push-subscription', subscription });
  socket().hear({ type: 'supervision', ...supervision, pushSubscribed: true });
  await subscribed;
  expect(client.supervision).toEqual({ ...supervision, pushSubscribed: true });
});

it('what watches the device is handed on, and each hello says the time zone of the clock', () => {
  const onWatches = vi.fn<(told: Watches) => void>();
  let zone = 'Europe/Berlin';
  const { socket } = setUp({ platform: 'BROWSER', onWatches, timeZone: () => zone });
  socket().welcome();
  expect(socket().sent[0]).toMatchObject({ type: 'hello', timeZone: 'Europe/Berlin' });
  const watch = {
    kind: 'A kind of a later version',
    id: 7,
    name: 'Morning round',
    purpose: 'Deliveries',
    what: 'Update location',
    when: 'Every hour',
    setBy: 'maria',
    setAt: '2026-11-02T09:14:00.000Z',
    until: null,
    paused: false,
  };
  socket().hear({ type: 'watches', watches: [watch], more: 2 });
  expect(onWatches).toHaveBeenCalledWith({ watches: [watch], more: 2 });
  zone = 'Asia/Tokyo';
  socket().close(1006);
  vi.advanceTimersByTime(60_000);
  socket(1).welcome();
  expect(socket(1).sent[0]).toMatchObject({ timeZone: 'Asia/Tokyo' });
});

it('a notice that is not shown any more stops what is being collected', async () => {
  let noticeShown = true;
  const collecting = Promise.withResolvers<AbortSignal | undefined>();
  const { client, socket } = setUp({
    vitals: () => ({ ...vitals, noticeShown }),
    collectors: {
      contacts: (work) => {
        collecting.resolve(work?.signal);
        return new Promise<never>(() => undefined);
      },
    },
  });
  socket().welcome();
  socket().hear({
    type: 'command',
    commandId: 1,
    commandType: 'UPDATE_CONTACTS',
    requestedBy: 'maria',
    expiresAt: '2100-01-01T00:00:00.000Z',
    params: {},
  });
  const signal = await collecting.promise;
  client.tellVitals();
  expect(signal?.aborted).toBe(false);
  noticeShown = false;
  client.tellVitals();
  expect(signal?.aborted).toBe(true);
  expect(socket().sent.at(-1)).toMatchObject({ type: 'heartbeat', noticeShown: false });
});

describe('a client whose server sends it away', () => {
  const tryAgainLater = 1013;

  it('is back within two seconds, however often it moves', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const { socket, opened } = setUp();
    for (let move = 0; move < 5; move += 1) {
      socket(move).welcome();
      socket(move).close(tryAgainLater);
      // Spread over the whole time, wider than the first delay of the backoff.
      vi.advanceTimersByTime(1000);
      expect(opened).toHaveLength(move + 1);
      vi.advanceTimersByTime(1000);
      expect(opened).toHaveLength(move + 2);
    }
  });

  it('waits longer each time while no server takes it', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const { socket, opened } = setUp();
    socket().welcome();
    for (let refusal = 0; refusal < 6; refusal += 1) {
      socket(refusal).close(tryAgainLater);
      vi.advanceTimersByTime(30_000);
    }
    expect(opened).toHaveLength(7);
    socket(6).close(tryAgainLater);
    vi.advanceTimersByTime(15_000);
    expect(opened).toHaveLength(7);
  });
});
