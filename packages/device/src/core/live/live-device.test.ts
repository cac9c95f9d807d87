import {
  decodeLiveHeader,
  liveViewSinceNotice,
  noticeVersion,
  setSimpleTexts,
  translator,
  offersWithout,
  type CommandType,
  type GatewayFrame,
} from '@fairwatch/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeCamera } from '../../testing/fake-camera.ts';
import { fakeSockets } from '../../testing/fake-socket.ts';
import type { DeviceClientOptions } from '../client/device-options.ts';
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
    capabilities: [...device.live.get().grants.capabilities],
    paused: false,
  });
  await vi.waitFor(() => expect(device.live.get().connection).toBe('connected'));
  return { device, live: device.live, socket, devices, messages };
}

const command = (commandId: number, commandType: CommandType, params: object = {}): GatewayFrame => ({
  type: 'command',
  commandId,
  commandType,
  params: { ...params },
  requestedBy: 'maria',
  reason: 'why',
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});

it('selects simple words while its person has a guardian, and tells the screens of it afterwards', async () => {
  onTestFinished(() => setSimpleTexts(false));
  const t = translator('live-device-test', { title: 'Legal basis', simple: { title: 'Why they may' } });
  const { live, socket } = await connected({ saved: { ...saved, ground: { ...saved.ground, guardian: 'Ines Berg' } } });
  expect(t('title')).toBe('Why they may');
  const heard: unknown[] = [];
  live.subscribe(() => heard.push([live.get().ground.guardian, t('title')]));
  socket.hear({
    type: 'welcome',
    deviceId: 1,
    heartbeatMs: 60_000,
    capabilities: [],
    paused: false,
    ground: saved.ground,
  });
  await vi.waitFor(() => expect(live.get().ground.guardian).toBeNull());
  expect(heard).toContainEqual([null, 'Legal basis']);
  expect(heard).not.toContainEqual([null, 'Why they may']);
});

it('remembers who asked for a kind last, also after the answer and a restart', async () => {
  const { device, live, socket, devices } = await connected();
  const request = { type: 'consent-request', requestId: 7, capability: 'CAMERA', requestedBy: 'Ada (ada)' } as const;
  socket.hear(request);
  await vi.waitFor(() => expect(live.get().questions).toHaveLength(1));
  const first = live.get().requested.CAMERA;
  expect(first).toMatchObject({ requestId: 7, by: 'Ada (ada)', reason: null });
  live
    .get()
    .questions[0]?.decline()
    .catch(() => undefined);
  await vi.waitFor(() => expect(live.get().questions).toEqual([]));
  // The same request, as it comes with each connection, and then another one.
  socket.hear(request);
  expect(live.get().requested.CAMERA).toBe(first);
  socket.hear({ ...request, requestId: 9, requestedBy: 'Ben (ben)', reason: 'why' });
  await vi.waitFor(() =>
    expect(live.get().requested.CAMERA).toMatchObject({ requestId: 9, by: 'Ben (ben)', reason: 'why' }),
  );
  await device.stop();
  const again = await connected({ saved: devices.at(-1) ?? saved });
  expect(again.live.get().requested).toEqual(live.get().requested);
});

it('carries out what is shared, and lists it as done', async () => {
  const { live, socket } = await connected();
  socket.hear(command(1, 'UPDATE_CONTACTS'));
  await vi.waitFor(() => expect(live.get().done).toMatchObject([{ commandId: 1, outcome: 'done', reason: 'why' }]));
  expect(live.get().requests).toEqual([]);
});

it.each([
  ['accept', 'done', 'accepted'],
  ['decline', 'refused', 'failed'],
] as const)('asks before it tells the location: %s', async (answer, outcome, end) => {
  const { live, socket } = await connected();
  socket.hear(command(1, 'UPDATE_LOCATIONS'));
  await vi.waitFor(() => expect(live.get().requests).toMatchObject([{ commandId: 1, requestedBy: 'maria' }]));
  live.get().requests[0]?.seen();
  live.get().requests[0]?.[answer]();
  await vi.waitFor(() => expect(live.get().done).toMatchObject([{ commandId: 1, outcome }]));
  expect(live.get().requests).toEqual([]);
  const progress = { type: 'progress', commandId: 1, percent: 0 };
  expect(socket.sent).toEqual(
    expect.arrayContaining([
      { ...progress, phase: 'ASKING' },
      { ...progress, phase: 'SEEN' },
    ]),
  );
  await vi.waitFor(() => expect(socket.sent.map(({ type }) => type)).toContain(end));
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
  const ticket = { title: 'Re: Hello', description: 'I will.', category: 'OTHER', priority: 'MEDIUM' } as const;
  const replying = device.replyToMessage(3, ticket);
  const { clientId } = await vi.waitFor(() => {
    const opening = socket.sent.find(({ type }) => type === 'ticket-open');
    if (opening?.type !== 'ticket-open') throw new Error('No ticket was opened.');
    return opening;
  });
  const times = { status: 'OPEN', version: 1, openedAt: '2030-01-01T12:00:00.000Z', unreadCount: 0 } as const;
  socket.hear({ type: 'ticket', ticket: { ...ticket, ...times, ticketId: 12, clientId } });
  expect(await replying).toBe(12);
  expect([messages.get(3)?.repliedIn, live.get().messages[0]?.repliedIn]).toEqual([12, 12]);
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

const begin = () => command(5, 'LIVE_VIEW', { camera: 'BACK', minutes: 5, sound: true });
const still = (commandId: number, liveView: number) =>
  command(commandId, 'CAPTURE_PHOTO', { camera: 'BACK', liveView });

describe('a live view', () => {
  const shared: SavedDevice = {
    ...saved,
    grants: { capabilities: ['CAMERA', 'MICROPHONE'], paused: false, hours: null },
  };
  const parts = (camera = fakeCamera(), more: Partial<DeviceClientOptions> = {}) => ({
    saved: shared,
    offers: offersWithout({}),
    abilities: () => ({
      collectors: {},
      acts: { CAPTURE_PHOTO: async () => [] },
      openLiveView: camera.openLiveView,
      ...more,
    }),
  });

  it('is asked first, with its minutes, camera and sound', async () => {
    const { live, socket } = await connected(parts());
    socket.hear(begin());
    await vi.waitFor(() =>
      expect(live.get().requests).toMatchObject([{ commandId: 5, minutes: 5, camera: 'BACK', sound: true }]),
    );
    live.get().requests[0]?.decline();
    await vi.waitFor(() => expect(live.get().done).toMatchObject([{ outcome: 'refused' }]));
    expect(live.get().liveView).toBeNull();
  });

  it.each([
    ['the microphone is not shared', { saved: { ...shared, grants: { ...shared.grants, capabilities: ['CAMERA'] } } }],
    ['the platform has none', { abilities: parts(fakeCamera(), { liveViewSound: false }).abilities }],
  ] as [string, Partial<LiveDeviceParts<LiveState>>][])('is asked without sound when %s', async (_, more) => {
    const { live, socket } = await connected({ ...parts(), ...more });
    socket.hear(begin());
    await vi.waitFor(() => expect(live.get().requests).toMatchObject([{ sound: false }]));
    live.get().requests[0]?.decline();
  });

  it('runs, sends its pictures over the socket, keeps a still without a tap, and ends with the connection', async () => {
    const camera = fakeCamera();
    const { device, live, socket } = await connected(parts(camera));
    socket.hear(begin());
    await vi.waitFor(() => expect(live.get().requests).toHaveLength(1));
    live.get().requests[0]?.accept();
    await vi.waitFor(() => expect(live.get().liveView?.phase).toBe('LIVE'), 20_000);
    await vi.waitFor(() => expect(socket.sent).toContainEqual({ type: 'result', commandId: 5, batches: 0 }));
    socket.hear({ type: 'live-view-viewers', sessionId: 5, names: ['maria'], count: 1 });
    await vi.waitFor(() => expect(camera.camera.onFrame).not.toBeNull());
    camera.give();
    expect(socket.sentBytes.map((bytes) => decodeLiveHeader(bytes))).toMatchObject([{ sessionId: 5, sequence: 0 }]);
    socket.buffered = 100_000;
    camera.give();
    expect(socket.sentBytes).toHaveLength(1);
    socket.hear(still(6, 5));
    // The server is not there to take it.
    await vi.waitFor(() => expect(live.get().captureNotes[0]).toContain('maria kept a picture of the live view on'));
    expect([live.get().requests, live.get().liveView?.stills]).toEqual([[], 1]);
    socket.hear({ type: 'cancel', commandId: 6 });
    socket.handlers.onClose(1006);
    expect(live.get()).toMatchObject({ liveView: null, liveViewEnd: { end: 'DISCONNECTED', stills: 1 } });
    expect(camera.camera.isOpen).toBe(false);
    device.dismissLiveViewEnd();
    expect(live.get().liveViewEnd).toBeNull();
  });

  it('that is over gives no still, and nobody is asked for one', async () => {
    const { live, socket } = await connected(parts());
    socket.hear(still(6, 5));
    await vi.waitFor(() =>
      expect(live.get().done).toMatchObject([{ problem: 'No live view of this device is running.' }]),
    );
    expect(live.get().requests).toEqual([]);
  });

  it('is neither offered nor asked for where there is no camera for it', async () => {
    const { live, socket } = await connected({ ...parts(), abilities: () => ({ collectors: {} }) });
    expect(socket.sent[0]).toMatchObject({
      offers: { refusals: { LIVE_VIEW: 'This device cannot show a live picture.' } },
    });
    expect(JSON.stringify(socket.sent[0])).not.toContain('"LIVE_VIEW",');
    socket.hear(begin());
    await vi.waitFor(() =>
      expect(live.get().done).toMatchObject([
        { outcome: 'refused', problem: 'This device cannot show a live picture.' },
      ]),
    );
  });

  it('is refused until its person has read the notice, which agrees to it with what they share', async () => {
    const { device, live, socket } = await connected(parts());
    const capabilities = [...shared.grants.capabilities];
    socket.hear({ type: 'grants', capabilities, paused: false, readNotice: liveViewSinceNotice - 1 });
    await vi.waitFor(() => expect(live.get().readNotice).toBe(liveViewSinceNotice - 1));
    socket.hear(begin());
    await vi.waitFor(() => expect(live.get().done).toMatchObject([{ outcome: 'refused' }]));
    const agreed = device.client.changeGrants(capabilities);
    await vi.waitFor(() => expect(socket.count('consent')).toBe(1));
    expect(socket.sent.at(-1)).toMatchObject({ noticeVersion, capabilities });
    socket.hear({ type: 'grants', capabilities, paused: false, readNotice: noticeVersion });
    await agreed;
    expect(live.get().readNotice).toBe(noticeVersion);
  });
});
