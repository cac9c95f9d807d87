import { randomUUID } from 'node:crypto';
import { isWithinHours } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { Services } from '../../services.ts';
import { createBatcher } from '../../batcher.ts';
import { reportMismatches } from '../audit/head-mismatches.ts';
import { confirmRestored } from '../person/confirm-restored.ts';
import { findEndingsByToken, type Ending } from '../person/ended-devices.store.ts';
import type { DeviceSocket } from './device-socket.ts';
import { recordNotices } from './notice-shown.ts';
import {
  claimDevices,
  connectDevices,
  dropAbsentDevices,
  recordAddresses,
  recordSightings,
  removeDeadNodes,
  removeNode,
  renewNode,
  type Arrival,
  type ArrivedDevice,
  type NoticeChange,
  type Sighting,
} from './presence.store.ts';
import type { ToldGrants } from '../person/restored.store.ts';
import { tellDevices } from '../tell-devices.ts';

/** A server that says nothing for this long is dead, and its devices are offline. */
const leaseMs = 15_000;
/**
 * That a call began or ended, or that the notice is shown or not, is written at once: so many times, then once in this time. What is
 * more waits for the renewal.
 */
const changesAtOnce = 10;
const changeEveryMs = 2000;

type Note =
  | (Greeting & Arrival & { kind: 'arrived'; socket: DeviceSocket })
  | (Seen & { kind: 'left' })
  | (Seen & { kind: 'vitals' })
  | { kind: 'doubt' }
  | { kind: 'after'; run: () => void };

/** What a device told, and what of it others wait for. */
type Seen = Sighting & Pick<DeviceSocket, 'callChanged' | 'noticeChanged'>;

/** What a device says when it comes. */
export interface Greeting extends Omit<Arrival, 'address'> {
  /** What its person shares, unless it does not say. */
  grants: ToldGrants | undefined;
}

export interface Presence {
  /** The device behind a token is here, or is not known. */
  arrive(socket: DeviceSocket, greeting: Greeting): void;
  /** The socket is gone. Nothing happens when the device is here by a newer one. */
  leave(socket: DeviceSocket): void;
  /** Writes what the device told about itself with the next renewal. */
  noteVitals(socket: DeviceSocket): void;
  /** Calls `run` when every device that is connecting right now has either connected or failed. */
  afterArrivals(run: () => void): void;
  /** Writes soon what `callChanged` or `noticeChanged` of the socket says: an admin may be waiting for it. */
  noteSoon(socket: DeviceSocket): void;
  /** Keeps this node alive and clears away dead ones. To be called every few seconds. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  /** The device is null when the token is not valid; the ending says so when an admin ended the device that had it. */
  onArrived(socket: DeviceSocket, device: ArrivedDevice | null, ending: Ending | null): void;
  onUnavailable(socket: DeviceSocket): void;
  /** Called after it was stored that these devices began or ceased to show their notice. */
  onNotices(changes: readonly NoticeChange[]): void;
  /** These devices are no longer connected here. */
  onGone(deviceIds: readonly number[]): void;
}

/** Keeps the database right about who is online. All its writes run one after the other, so none undoes a later one. */
export function createPresence(
  services: Services,
  online: Map<number, DeviceSocket>,
  { onArrived, onUnavailable, onNotices, onGone }: Listener,
): Presence {
  const { db, bus, log } = services;
  const nodeId = randomUUID();
  const vitals = new Set<DeviceSocket>();
  let renewedAt = 0;
  /** A write failed: the database may still hold devices for online that have gone. */
  let doubtful = false;
  const notes = createBatcher<Note>(write, (error, items) => {
    log.error({ err: error }, 'who is online could not be stored');
    doubtful = true;
    for (const item of items) {
      if (item.kind === 'arrived') onUnavailable(item.socket);
      else if (item.kind === 'after') item.run();
      else if (item.kind === 'vitals') writeLater(item);
    }
  });

  function writeLater({ deviceId, callChanged, noticeChanged }: Extract<Note, { kind: 'vitals' }>): void {
    const socket = online.get(deviceId);
    if (!socket) return;
    socket.callChanged ||= callChanged;
    socket.noticeChanged ||= noticeChanged;
    vitals.add(socket);
  }

  function noteNow(socket: DeviceSocket): void {
    vitals.delete(socket);
    notes.add({ kind: 'vitals', ...sightingOf(socket) });
    socket.callChanged = false;
    socket.noticeChanged = false;
  }

  async function record(seen: readonly Seen[], how: { gone: boolean }): Promise<void> {
    const [plain, noticed] = [seen.filter((one) => !one.noticeChanged), seen.filter((one) => one.noticeChanged)];
    if (plain.length > 0) await recordSightings(db, nodeId, plain, how);
    if (noticed.length > 0) onNotices(await recordNotices(services, nodeId, noticed, how));
  }

  const tell = (deviceIds: readonly number[]) => tellDevices(bus, 'devices', deviceIds);

  async function write(items: readonly Note[]): Promise<void> {
    if (items.some((item) => item.kind === 'doubt')) {
      tell(await dropAbsentDevices(db, nodeId, Array.from(online.keys())));
      doubtful = false;
    }
    // Who left and came back within one batch is here.
    const told = items.filter((item) => item.kind === 'vitals');
    const left = items.filter((item) => item.kind === 'left');
    const noticed = new Set(told.filter(({ noticeChanged }) => noticeChanged).map(({ deviceId }) => deviceId));
    // Of a device that disconnected only the last state is written, so that must carry an earlier change of the notice as well.
    for (const item of left) item.noticeChanged ||= noticed.has(item.deviceId);
    await record(left, { gone: true });
    const seen = latestOfEach(told);
    await record(seen, { gone: false });
    const arrived = items.filter((item) => item.kind === 'arrived');
    if (arrived.length > 0) await welcome(arrived);
    for (const item of items) if (item.kind === 'after') item.run();
    // Apart from who is online: no list shows them, and they change all the time.
    const seenIds = seen.map(({ deviceId }) => deviceId);
    tellDevices(bus, 'vitals', seenIds);
    const calls = seen.filter(({ callChanged }) => callChanged);
    tellDevices(
      bus,
      'call-state',
      calls.map(({ deviceId }) => deviceId),
    );
    const leftIds = left.map(({ deviceId }) => deviceId);
    onGone(leftIds);
    tell([...leftIds, ...arrived.map(({ socket }) => socket.deviceId)].filter(Boolean));
  }

  async function welcome(arrived: readonly (Greeting & Arrival & { socket: DeviceSocket })[]): Promise<void> {
    if (Date.now() - renewedAt > leaseMs / 2) await hold();
    const devices = await connectDevices(db, nodeId, arrived);
    const byToken = new Map(devices.map((device) => [device.tokenHash, device]));
    const deviceOf = ({ tokenHash }: Greeting) => byToken.get(tokenHash.toString('hex')) ?? null;
    // First: a device that came back with a restore is no longer marked so after it is confirmed.
    const knowing = arrived.map((greeting) => ({ device: deviceOf(greeting), known: greeting.logHead }));
    await reportMismatches(services, knowing);
    if (devices.some(({ restored }) => restored)) {
      const told = arrived.map((greeting) => ({ device: deviceOf(greeting), grants: greeting.grants }));
      await confirmRestored(services, told);
    }
    const within = arrived.flatMap(({ address, ...greeting }) => {
      const device = deviceOf(greeting);
      return device?.hours && isWithinHours(device.hours, new Date()) ? [{ deviceId: device.id, address }] : [];
    });
    if (within.length > 0) await recordAddresses(db, within);
    const unknown = arrived.filter((greeting) => deviceOf(greeting) === null).map(({ tokenHash }) => tokenHash);
    const endings = unknown.length === 0 ? null : await findEndingsByToken(db, unknown);
    for (const { socket, ...greeting } of arrived) {
      const device = deviceOf(greeting);
      if (device) socket.deviceId = device.id;
      onArrived(socket, device, endings?.get(greeting.tokenHash.toString('hex')) ?? null);
      if (socket.readyState !== WebSocket.OPEN) leave(socket);
    }
  }

  async function hold(): Promise<void> {
    const missing = await renewNode(db, nodeId, leaseMs);
    renewedAt = Date.now();
    // Another node took this one for dead, after a long stall for instance.
    if (missing && online.size > 0) await claimDevices(db, nodeId, Array.from(online.keys()));
  }

  function leave(socket: DeviceSocket): void {
    vitals.delete(socket);
    if (socket.deviceId === 0 || online.get(socket.deviceId) !== socket) return;
    online.delete(socket.deviceId);
    notes.add({ kind: 'left', ...sightingOf(socket) });
  }

  return {
    leave,
    arrive: (socket, greeting) => notes.add({ kind: 'arrived', socket, ...greeting, address: socket.address }),
    noteVitals: (socket) => void vitals.add(socket),
    afterArrivals: (run) => notes.add({ kind: 'after', run }),
    noteSoon(socket) {
      const now = Date.now();
      const paidUntil = Math.max(socket.changesPaidUntil, now - changesAtOnce * changeEveryMs) + changeEveryMs;
      if (paidUntil > now) return void vitals.add(socket);
      socket.changesPaidUntil = paidUntil;
      noteNow(socket);
    },

    async renew() {
      await hold();
      tell(await removeDeadNodes(db, leaseMs));
      if (doubtful) notes.add({ kind: 'doubt' });
      for (const socket of vitals) noteNow(socket);
    },

    async close() {
      for (const socket of online.values()) leave(socket);
      await notes.idle();
      await removeNode(db, nodeId);
    },
  };
}

/** One note of each device, the latest: one statement writes each row once. */
function latestOfEach(seen: readonly Seen[]): Seen[] {
  const latest = new Map<number, Seen>();
  for (const note of seen) {
    const before = latest.get(note.deviceId);
    const callChanged = note.callChanged || (before?.callChanged ?? false);
    const noticeChanged = note.noticeChanged || (before?.noticeChanged ?? false);
    latest.set(note.deviceId, { ...note, callChanged, noticeChanged });
  }
  return [...latest.values()];
}

function sightingOf(socket: DeviceSocket): Seen {
  const { deviceId, heardAt, toldVitals, batteryPercent, charging, network, appVersion, noticeShown, inCall } = socket;
  const { callChanged, noticeChanged } = socket;
  return {
    deviceId,
    seenAt: new Date(heardAt),
    toldVitals,
    batteryPercent,
    charging,
    network,
    appVersion,
    noticeShown,
    inCall,
    callChanged,
    noticeChanged,
  };
}
