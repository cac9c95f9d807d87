import { isWithinHours } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { Services } from '../../../shared/services/services.ts';
import { createBatcher } from '../../../core/jobs/batcher.ts';
import { createMismatchReports } from '../../../shared/audit/chain/head-mismatches.ts';
import { confirmRestored } from '../../devices/person/quarantine.ts';
import { findEndingsByToken, type Ending } from '../../devices/person/ended-devices.store.ts';
import { createClaims } from './claims.ts';
import type { DeviceSocket } from '../device-socket.ts';
import { recordNotices } from '../supervision/notice-shown.ts';
import {
  connectDevices,
  dropAbsentDevices,
  recordAddresses,
  recordSightings,
  removeDeadNodes,
  removeNode,
  type Arrival,
  type ArrivedDevice,
  type Departure,
  type NoticeChange,
  type Sighting,
} from '../../../shared/presence/presence.store.ts';
import { createServerLease, leaseMs } from '../../../shared/presence/server-lease.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import type { ReportedGrants } from '../../consent/quarantine.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';

/**
 * Changes of a call or of the notice are stored at once: so many in a burst, then one in this time. Others wait for the
 * renewal.
 */
const changesAtOnce = 10;
const changeEveryMs = 2000;

type PresenceEvent =
  | (Greeting & Arrival & { kind: 'arrived'; socket: DeviceSocket })
  | (Seen & { kind: 'left' })
  | (Seen & { kind: 'vitals' })
  | { kind: 'resync' }
  | { kind: 'claim' }
  | { kind: 'reconcile'; deviceIds: readonly number[] | null }
  | { kind: 'after'; run: () => void };

/** What a device reported, and whether others wait for it. */
type Seen = Sighting & Pick<DeviceSocket, 'callChanged' | 'noticeChanged'>;

/** The hello of a device. */
export interface Greeting extends Omit<Arrival, 'address'> {
  /** What its person shares; undefined when it does not say. */
  grants: ReportedGrants | undefined;
}

export interface Presence {
  /** Looks up the device of a token and marks it as online. */
  arrive(socket: DeviceSocket, greeting: Greeting): void;
  /** Marks a device as offline, unless it is online by a newer socket. */
  leave(socket: DeviceSocket): void;
  /** Closes a connection whose device has connected to another server since. The device does not become offline by it. */
  closeMoved(connection: DeviceConnection): void;
  /**
   * Compares connections with the database, and closes those whose device has connected to another server since; null compares all
   * connections of this server. Does nothing in a single server.
   */
  reconcile(deviceIds: readonly number[] | null): void;
  /** Stores the vitals of a device with the next renewal. */
  queueVitals(socket: DeviceSocket): void;
  /** Calls `run` when every device that is connecting right now has either connected or failed. */
  afterArrivals(run: () => void): void;
  /** Stores `callChanged` or `noticeChanged` of the socket soon, because an admin may be waiting for it. */
  queueSoon(socket: DeviceSocket): void;
  /** Removes dead servers, and stores vitals that wait. Call it every few seconds. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  /** `device` is null when the token is not valid; `ending` is set when an admin ended the device that had it. */
  onArrived(socket: DeviceSocket, device: ArrivedDevice | null, ending: Ending | null): void;
  onUnavailable(socket: DeviceSocket): void;
  /** Called after changes of the notice were stored. */
  onNotices(changes: readonly NoticeChange[]): void;
  /** Called when devices became offline, here or on a server that died. */
  onGone(departures: readonly Departure[]): void;
}

/** Maintains who is online in the database. All writes run one at a time, so that none overwrites a later one. */
export function createPresence(
  services: Services,
  online: Map<number, DeviceSocket>,
  { onArrived, onUnavailable, onNotices, onGone }: Listener,
): Presence {
  const { db, bus, log, scheduler, server, availability } = services;
  const reportMismatches = createMismatchReports(services);
  const nodeId = services.server.id;
  const vitals = new Set<DeviceSocket>();
  /** True after a failed write: the database may still list devices as online that have gone. */
  let needsResync = false;
  const events = createBatcher<PresenceEvent>(write, (error, items) => {
    log.error({ err: error, event: 'presence.store_failed' }, 'Failed to store presence');
    needsResync = true;
    for (const item of items) {
      if (item.kind === 'arrived') onUnavailable(item.socket);
      else if (item.kind === 'after') item.run();
      else if (item.kind === 'vitals') retryLater(item);
    }
  });

  const claims = createClaims(services, online, {
    onForgotten: (socket) => vitals.delete(socket),
    publishOnline,
  });
  const lease = createServerLease(services, {
    devices: () => online.size,
    onMissing: () => events.add({ kind: 'claim' }),
    onLost: claims.letAllGo,
    // Devices that went meanwhile may still be listed as online here.
    onRegained: () => events.add({ kind: 'resync' }),
  });

  function retryLater({ deviceId, callChanged, noticeChanged }: Extract<PresenceEvent, { kind: 'vitals' }>): void {
    const socket = online.get(deviceId);
    if (!socket) return;
    socket.callChanged ||= callChanged;
    socket.noticeChanged ||= noticeChanged;
    vitals.add(socket);
  }

  function queueNow(socket: DeviceSocket): void {
    vitals.delete(socket);
    events.add({ kind: 'vitals', ...sightingOf(socket) });
    socket.callChanged = false;
    socket.noticeChanged = false;
  }

  async function record(seen: readonly Seen[], how: { gone: boolean }): Promise<void> {
    const [plain, noticed] = [seen.filter((one) => !one.noticeChanged), seen.filter((one) => one.noticeChanged)];
    if (plain.length > 0) {
      const { updated, departures } = await recordSightings(db, nodeId, plain, how);
      onGone(departures);
      publishFacts(updated);
    }
    if (noticed.length === 0) return;
    const { notices, updated, departures } = await recordNotices(services, nodeId, noticed, how);
    onNotices(notices);
    onGone(departures);
    publishFacts(updated);
  }

  function publishFacts(deviceIds: readonly number[]): void {
    if (deviceIds.length > 0) bus.publish('factsChanged', { deviceIds, facts: 'PRESENCE' });
  }

  function publishOnline(deviceIds: readonly number[]): void {
    publishChanges(bus, 'devices', deviceIds);
    publishFacts(deviceIds);
  }

  async function write(items: readonly PresenceEvent[]): Promise<void> {
    if (items.some((item) => item.kind === 'resync')) {
      publishOnline(await dropAbsentDevices(db, nodeId, Array.from(online.keys())));
      await claims.reconcile(null);
      needsResync = false;
    }
    if (items.some((item) => item.kind === 'claim')) await claims.claimAll();
    for (const item of items) if (item.kind === 'reconcile') await claims.reconcile(item.deviceIds);
    // Departures are stored before arrivals, so a device that left and returned within one batch is online.
    const withGrants = items.filter((item) => item.kind === 'vitals');
    const left = items.filter((item) => item.kind === 'left');
    const noticed = new Set(withGrants.filter(({ noticeChanged }) => noticeChanged).map(({ deviceId }) => deviceId));
    // Of a device that disconnected only the last state is stored, so that must include an earlier change of the notice.
    for (const item of left) item.noticeChanged ||= noticed.has(item.deviceId);
    await record(left, { gone: true });
    const seen = latestOfEach(withGrants);
    await record(seen, { gone: false });
    const arrived = items.filter((item) => item.kind === 'arrived');
    if (arrived.length > 0) await welcome(arrived);
    for (const item of items) if (item.kind === 'after') item.run();
    // Vitals have an event of their own, because no list shows them and they change all the time.
    const seenIds = seen.map(({ deviceId }) => deviceId);
    publishChanges(bus, 'vitals', seenIds);
    const calls = seen.filter(({ callChanged }) => callChanged);
    publishChanges(
      bus,
      'call-state',
      calls.map(({ deviceId }) => deviceId),
    );
    const leftIds = left.map(({ deviceId }) => deviceId);
    publishOnline([...leftIds, ...arrived.map(({ socket }) => socket.deviceId)].filter(Boolean));
  }

  async function welcome(arrived: readonly (Greeting & Arrival & { socket: DeviceSocket })[]): Promise<void> {
    await lease.ensure();
    const devices = await connectDevices(db, nodeId, arrived);
    if (server.isCluster) announceMoves(devices);
    const byToken = new Map(devices.map((device) => [device.tokenHash, device]));
    const deviceOf = ({ tokenHash }: Greeting) => byToken.get(tokenHash.toString('hex')) ?? null;
    // Mismatches are reported first, because `confirmRestored` clears the mark of a restore.
    const withLogHeads = arrived.map((greeting) => ({ device: deviceOf(greeting), known: greeting.logHead }));
    await reportMismatches(withLogHeads);
    if (devices.some(({ restored }) => restored)) {
      const withGrants = arrived.map((greeting) => ({ device: deviceOf(greeting), grants: greeting.grants }));
      await confirmRestored(services, withGrants);
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
      if (device) {
        socket.deviceId = device.id;
        socket.epoch = device.epoch;
      }
      onArrived(socket, device, endings?.get(greeting.tokenHash.toString('hex')) ?? null);
      if (socket.readyState !== WebSocket.OPEN) leave(socket);
    }
  }

  function announceMoves(devices: readonly ArrivedDevice[]): void {
    for (const { id: deviceId, epoch, isTakenOver } of devices)
      if (isTakenOver) bus.publish('deviceMoved', { deviceId, epoch });
  }

  function leave(socket: DeviceSocket): void {
    vitals.delete(socket);
    if (socket.deviceId === 0 || online.get(socket.deviceId) !== socket) return;
    online.delete(socket.deviceId);
    events.add({ kind: 'left', ...sightingOf(socket) });
  }

  return {
    leave,
    closeMoved: claims.closeMoved,
    reconcile(deviceIds) {
      if (server.isCluster) events.add({ kind: 'reconcile', deviceIds });
    },
    arrive(socket, greeting) {
      if (availability.isDraining || availability.lease.isLost) return onUnavailable(socket);
      events.add({ kind: 'arrived', socket, ...greeting, address: socket.address });
    },
    queueVitals: (socket) => void vitals.add(socket),
    afterArrivals: (run) => events.add({ kind: 'after', run }),
    queueSoon(socket) {
      const now = scheduler.now();
      const paidUntil = Math.max(socket.changesPaidUntil, now - changesAtOnce * changeEveryMs) + changeEveryMs;
      if (paidUntil > now) return void vitals.add(socket);
      socket.changesPaidUntil = paidUntil;
      queueNow(socket);
    },

    async tidy() {
      const departures = await removeDeadNodes(db, leaseMs, nodeId);
      onGone(departures);
      publishOnline(departures.map(({ deviceId }) => deviceId));
      if (needsResync) events.add({ kind: 'resync' });
      for (const socket of vitals) queueNow(socket);
    },

    async close() {
      for (const socket of online.values()) leave(socket);
      await events.idle();
      await lease.close();
      await removeNode(db, nodeId);
    },
  };
}

/** Returns the latest event of each device, because one statement can update a row only once. */
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
  const { deviceId, epoch, heardAt, hasVitals, batteryPercent, charging, network, appVersion, noticeShown, inCall } =
    socket;
  const { callChanged, noticeChanged } = socket;
  return {
    deviceId,
    epoch,
    seenAt: new Date(heardAt),
    hasVitals,
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
