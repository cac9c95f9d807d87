import type { GatewayFrame } from '@fairwatch/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeSockets } from '../../testing/fake-socket.ts';
import { createLiveDevice, type LiveDeviceParts } from './live-device.ts';
import type { LiveState } from './live-state.ts';
import type { SavedDevice, StoredMessage } from './saved-device.ts';
import { emptyTicketCache } from './ticket-cache.ts';

const facts = { name: 'P', model: 'P', osName: 'Android', osVersion: '16', appName: 'A', appVersion: '1.0.0' };
const vitals = { batteryPercent: null, charging: null, network: null, appVersion: '1.0.0', noticeShown: true };
const saved: SavedDevice = {
  deviceId: 1,
  token: 'token',
  username: 'ada',
  admin: 'maria',
  server: 'watch.example.org',
  joinedAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  ground: { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
  grants: { capabilities: ['CONTACTS', 'LOCATION', 'NOTIFICATIONS'], paused: false, hours: null },
  unsaid: [],
  unsentTickets: [],
  notificationStates: [],
  logHead: null,
};

async function connected(parts: Partial<LiveDeviceParts<LiveState>> = {}) {
  const { opened, openSocket } = fakeSockets({ canPing: true });
  const devices: SavedDevice[] = [];
  const messages = new Map<number, StoredMessage>();
  const device = createLiveDevice<LiveState>({
    storage: {
      saveDevice: async (changed) => devices.push(changed),
      saveMessage: async (message) => messages.set(message.notificationId, message),
      deleteMessage: async (notificationId) => messages.delete(notificationId),
      saveTickets: async () => undefined,
    },
    saved,
    messages: [],
    tickets: emptyTicketCache,
    added: {},
    offers: { commands: [], refusals: {} },
    platform: { serverUrl: 'http://127.0.0.1:1', facts, openSocket, vitals: () => vitals },
    abilities: () => ({
      collectors: { contacts: async () => [], locations: async () => [] },
    }),
    answersLocation: () => false,
    ...parts,
  });
  onTestFinished(() => device.stop());
  device.start();
  device.start();
  expect(opened).toHaveLength(1);
  const [socket] = opened;
  if (!socket) throw new Error('There is no connection.');
  socket.handlers.onOpen();
  socket.hear({
    type: 'welcome',
    deviceId: 1,
    heartbeatMs: 60_000,
    capabilities: [...saved.grants.capabilities],
    paused: false,
  });
  await vi.waitFor(() => expect(device.live.get().connection).toBe('connected'));
  return { device, live: device.live, socket, devices, messages };
}

const command = (commandId: number, commandType: 'UPDATE_CONTACTS' | 'UPDATE_LOCATIONS'): GatewayFrame => ({
  type: 'command',
  commandId,
  commandType,
  params: {},
  requestedBy: 'maria',
  reason: 'why',
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});

it('carries out what is shared, and lists it as done', async () => {
  const { live, socket } = await connected();
  socket.hear(command(1, 'UPDATE_CONTACTS'));
  await vi.waitFor(() => expect(live.get().done).toMatchObject([{ commandId: 1, outcome: 'done', reason: 'why' }]));
  expect(live.get().requests).toEqual([]);
});

it.each([
  ['accept', 'done'],
  ['decline', 'refused'],
] as const)('asks before it tells the location: %s', async (answer, outcome) => {
  const { live, socket } = await connected();
  socket.hear(command(1, 'UPDATE_LOCATIONS'));
  await vi.waitFor(() => expect(live.get().requests).toMatchObject([{ commandId: 1, requestedBy: 'maria' }]));
  live.get().requests[0]?.[answer]();
  await vi.waitFor(() => expect(live.get().done).toMatchObject([{ commandId: 1, outcome }]));
  expect(live.get().requests).toEqual([]);
});

it('does not ask again for the location once the person chose so', async () => {
  const { live, socket } = await connected({ answersLocation: () => true });
  socket.hear(command(1, 'UPDATE_LOCATIONS'));
  await vi.waitFor(() => expect(live.get().done).toMatchObject([{ commandId: 1, outcome: 'done' }]));
});

it('marks what waits or runs as under way, until it is over', async () => {
  let underWay = 0;
  const { live, socket } = await connected({
    beginUnderWay: () => {
      underWay += 1;
      return () => void (underWay -= 1);
    },
  });
  socket.hear(command(1, 'UPDATE_LOCATIONS'));
  await vi.waitFor(() => expect(live.get().requests).toHaveLength(1));
  expect(underWay).toBe(1);
  live.get().requests[0]?.accept();
  await vi.waitFor(() => expect(live.get().done).toHaveLength(1));
  expect(underWay).toBe(0);
});

it('keeps a question until it is answered', async () => {
  const { live, socket } = await connected();
  const question = { type: 'consent-request', requestId: 4, capability: 'SMS', requestedBy: 'maria' } as const;
  socket.hear(question);
  socket.hear(question);
  await vi.waitFor(() => expect(live.get().questions).toMatchObject([{ requestId: 4, capability: 'SMS' }]));
  const declining = live.get().questions[0]?.decline();
  await vi.waitFor(() => expect(socket.count('consent-decline')).toBe(1));
  socket.hear({ type: 'grants', capabilities: [...saved.grants.capabilities], paused: false });
  await declining;
  expect(live.get().questions).toEqual([]);
});

it('stores a message before it is listed, and its state when the person has read or deleted it', async () => {
  const { device, live, socket, messages } = await connected();
  socket.hear({
    type: 'notification',
    notificationId: 3,
    notificationType: 'INFO',
    title: 'Hello',
    message: 'Please call.',
    sentBy: 'maria',
  });
  await vi.waitFor(() => expect(live.get().messages).toMatchObject([{ notificationId: 3, state: 'DELIVERED' }]));
  expect(messages.get(3)).toMatchObject({ title: 'Hello' });
  await device.markMessage(3, 'SEEN');
  expect([messages.get(3)?.state, live.get().messages[0]?.state]).toEqual(['SEEN', 'SEEN']);
  await vi.waitFor(() =>
    expect(socket.sent).toContainEqual({ type: 'notification-state', notificationId: 3, state: 'SEEN' }),
  );
  await device.deleteMessage(3);
  expect([messages.size, live.get().messages]).toEqual([0, []]);
});

it('stores what the person decides, and has stored all of it when it stops', async () => {
  const { device, live, devices } = await connected();
  device.client.pause().catch(() => undefined);
  expect(live.get().grants.paused).toBe(true);
  await device.stop();
  expect(devices.at(-1)).toMatchObject({ token: 'token', grants: { paused: true }, unsaid: [{ type: 'pause' }] });
  expect(live.get().ended).toEqual({ kind: 'stopped', ending: null });
});
