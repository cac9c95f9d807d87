import { decodeLiveHeader, limits, type DeviceFrame, type LiveViewEnd } from '@fairwatch/contract';
import { createBatcher } from '../../../../core/jobs/batcher.ts';
import { DeviceMoved, type DeviceConnection } from '../../../../shared/device-connection.ts';
import { appendEntries } from '../../../../shared/audit/audit.store.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { endAsReported, endLiveView, liveViewEndEntries, publishLiveViewEnds } from '../live-views.ts';
import {
  endOverdueLiveViews,
  endUnallowedLiveViews,
  findEndedLiveViews,
  findRunning,
  type EndedLiveView,
  type FoundEnd,
} from '../live-views.store.ts';
import { createLiveRooms, streamOf, type LiveRooms } from './live-rooms.ts';
import { LiveStream, type LiveDevice } from './live-stream.ts';
import { createStrayFrames } from './stray-frames.ts';
import { TokenBucket } from './token-bucket.ts';
import { createViewerNews } from './viewer-news.ts';

const { badFrames, bytesPerSecond, bytesPerSecondInAll } = limits.liveView;
/** A device is told another rate when it differs by so much. */
const rateStep = 0.1;
/** An answer that was complete and did not become a live view within this time was refused. */
const expectedForMs = 60_000;

type LiveViewEndFrame = Extract<DeviceFrame, { type: 'live-view-end' }>;

/** A live view whose device has answered, and that is about to begin. */
interface Expected {
  device: LiveDevice;
  at: number;
  /** The connection has closed meanwhile: it ends as soon as it begins. */
  isGone: boolean;
}

/**
 * Relays the pictures of live views from their devices to those who watch. It never keeps one. What ends a live view cuts it here first, in the
 * turn in which the server learns of it, and is stored then.
 */
export interface LiveViewRelay {
  readonly rooms: LiveRooms;
  /** Notes that a device has answered completely: its live view begins when that is stored. */
  expect(device: LiveDevice, sessionId: number): void;
  /** Takes a binary message of a device. False when it was none that may be sent on, and counts against the limits of all frames. */
  receive(device: LiveDevice, bytes: Buffer): boolean;
  /** Sends nothing more of the live view of a device from now on. The caller has it stored, or calls `settle`. */
  cut(device: LiveDevice, end: LiveViewEnd): void;
  /** Stores the end of a live view that was cut, unless that has happened already. */
  settle(device: LiveDevice): void;
  /** Sends no more sound of the live view of a device. */
  cutSound(device: LiveDevice): void;
  /**
   * Ends a live view as its device reports it, and tells the device how it ended. One that has ended stays as it is. `onMoved` is called when
   * the device has connected to another server since.
   */
  endByDevice(
    device: LiveDevice,
    frame: LiveViewEndFrame,
    onMoved: (connection: DeviceConnection) => void,
  ): Promise<void>;
  /** Ends the live view of a connection that has closed. */
  leave(device: LiveDevice): void;
  /** Ends what is over. Call it about once a second. */
  endOverdue(): Promise<void>;
  /** Ends what may not go on, and tries again what failed. Call it every few seconds. */
  tidy(): Promise<void>;
  figures(): { liveViews: number; viewers: number };
  close(): Promise<void>;
}

export function createLiveViewRelay(services: Services): LiveViewRelay {
  const { db, bus, frames, log, scheduler } = services;
  const streams = new Map<LiveDevice, LiveStream>();
  const byId = new Map<number, LiveStream>();
  const expected = new Map<number, Expected>();
  const strays = createStrayFrames();
  const rooms = createLiveRooms(services, (sessionId) => byId.has(sessionId));
  const viewersChanged = createViewerNews(services, { byId, rooms });
  const total = new TokenBucket({ atOnce: bytesPerSecondInAll, perSecond: bytesPerSecondInAll }, scheduler.now());
  /** Ends that are being stored, which `close` waits for. */
  const storing = new Set<Promise<void>>();

  const failed =
    (event: 'live_view.end_failed' | 'live_view.begin_failed' | 'live_view.viewers_not_told') => (error: unknown) =>
      log.error({ err: error, event }, 'Failed to carry on a live view');

  const beginnings = createBatcher<number>(async (ids) => {
    for (const begun of await findRunning(db, ids)) {
      const one = expected.get(begun.id);
      if (one === undefined) continue;
      expected.delete(begun.id);
      const stream = new LiveStream(begun, one.device, scheduler.now());
      if (one.isGone) void store(stream, 'DISCONNECTED');
      else begin(stream);
    }
  }, failed('live_view.begin_failed'));

  function begin(stream: LiveStream): void {
    streams.set(stream.device, stream);
    byId.set(stream.id, stream);
    shareRate();
    viewersChanged.add(stream.id);
  }

  /** Tells devices how much of the rate of this server each of them has. */
  function shareRate(): void {
    const rate = Math.floor(Math.min(bytesPerSecond, bytesPerSecondInAll / Math.max(1, streams.size)));
    for (const stream of streams.values()) {
      if (Math.abs(stream.toldRate - rate) < rateStep * rate) continue;
      stream.toldRate = rate;
      stream.device.sendFrame({ type: 'live-view-rate', sessionId: stream.id, bytesPerSecond: rate });
    }
  }

  function relay(stream: LiveStream, bytes: Buffer): boolean {
    const received = stream.receive(bytes, scheduler.now(), total);
    if (received === 'LATE') return false;
    if (received === 'BAD') {
      stream.badFrames += 1;
      refuse(stream.device, 'The message is no picture of this live view.');
      if (stream.badFrames >= badFrames) endNow(stream, 'BAD_FRAMES');
      return false;
    }
    if (typeof received === 'string') {
      endNow(stream, received);
      return false;
    }
    rooms.offer(stream.id, received);
    if (stream.watchedElsewhere) sendElsewhere(stream, received);
    else stream.elsewhereNeedsKey = true;
    return true;
  }

  /** Says what was refused; there are few of these before the live view or the connection ends. */
  function refuse(device: LiveDevice, reason: string): void {
    const { deviceId } = device;
    log.warn({ event: 'gateway.frame_refused', deviceId, reason, about: null }, 'Refused a frame of a device');
    device.sendFrame({ type: 'refused', reason, about: null });
  }

  function sendElsewhere(
    stream: LiveStream,
    { header, bytes }: Exclude<ReturnType<LiveStream['receive']>, string>,
  ): void {
    const isPicture = header.codec !== 'OPUS';
    if (isPicture && stream.elsewhereNeedsKey && !header.isKey) return;
    const isTaken = frames.publish(streamOf(stream.id), bytes);
    if (isPicture) stream.elsewhereNeedsKey = !isTaken;
  }

  function cutStream(stream: LiveStream, end: LiveViewEnd): void {
    stream.cutAs ??= end;
    rooms.end(stream.id, stream.cutAs);
  }

  function endNow(stream: LiveStream, end: LiveViewEnd): void {
    if (stream.cutAs !== null) return;
    cutStream(stream, end);
    void store(stream, end);
  }

  /** Stores an end unless another one was. A failure is tried again by `tidy`. */
  function store(stream: LiveStream, end: LiveViewEnd): Promise<void> {
    const { id: sessionId, device } = stream;
    const run = async () => {
      const ended = await db
        .transaction()
        .execute((transaction) => endLiveView(transaction, device.deviceId, { end, sessionId }));
      publishLiveViewEnds(services, ended);
      if (ended.length === 0 && byId.has(sessionId))
        for (const found of await findEndedLiveViews(db, [sessionId])) finish(found);
    };
    const task = run()
      .catch(failed('live_view.end_failed'))
      .finally(() => storing.delete(task));
    storing.add(task);
    return task;
  }

  /** Lets go of a live view whose end is stored. */
  function finish({ sessionId, end }: FoundEnd): void {
    rooms.end(sessionId, end);
    const stream = byId.get(sessionId);
    if (stream === undefined) return;
    byId.delete(sessionId);
    streams.delete(stream.device);
    strays.noteEnd(stream.device, sessionId, scheduler.now());
    stream.device.sendFrame({ type: 'live-view-stop', sessionId, end });
    shareRate();
  }

  /** Holds a live view that another server says has ended, until the database has said so. */
  const remoteEnds = createBatcher<LiveStream>(
    async (held) => {
      for (const found of await findEndedLiveViews(
        db,
        held.map(({ id }) => id),
      ))
        finish(found);
      for (const stream of held) stream.holds -= 1;
    },
    (error, held) => {
      failed('live_view.end_failed')(error);
      for (const stream of held) stream.holds -= 1;
    },
  );

  async function endAndTell(end: (transaction: Database) => Promise<EndedLiveView[]>): Promise<void> {
    const ended = await db.transaction().execute(async (transaction) => {
      const found = await end(transaction);
      await appendEntries(transaction, liveViewEndEntries(found));
      return found;
    });
    publishLiveViewEnds(services, ended);
  }

  const subscriptions = [
    bus.subscribeLocal('changed', ({ feature, deviceId }) => {
      if (feature !== 'live-view') return;
      for (const [id, { device }] of expected)
        if (deviceId === null || device.deviceId === deviceId) beginnings.add(id);
    }),
    bus.subscribe('liveViewersChanged', ({ sessionId }) => viewersChanged.add(sessionId)),
    bus.subscribeLocal('liveViewEnded', finish),
    bus.subscribeRemote('liveViewEnded', ({ sessionId }) => {
      const stream = byId.get(sessionId);
      if (stream === undefined) return;
      stream.holds += 1;
      remoteEnds.add(stream);
    }),
    bus.onGap(() => {
      for (const id of new Set([...byId.keys(), ...rooms.sessions()])) viewersChanged.add(id);
      for (const stream of byId.values()) {
        stream.holds += 1;
        remoteEnds.add(stream);
      }
    }),
  ];

  return {
    rooms,

    expect(device, sessionId) {
      expected.set(sessionId, { device, at: scheduler.now(), isGone: false });
    },

    receive(device, bytes) {
      const stream = streams.get(device);
      if (stream !== undefined) return relay(stream, bytes);
      const header = bytes.length > limits.liveView.maxFrameBytes ? null : decodeLiveHeader(bytes);
      if (strays.count(device, header?.sessionId ?? null, scheduler.now()))
        refuse(device, 'There is no such live view.');
      return false;
    },

    cut(device, end) {
      const stream = streams.get(device);
      if (stream !== undefined) cutStream(stream, end);
    },

    settle(device) {
      const stream = streams.get(device);
      if (stream !== undefined && stream.cutAs !== null) void store(stream, stream.cutAs);
    },

    cutSound(device) {
      const stream = streams.get(device);
      if (stream !== undefined) stream.sound = false;
    },

    async endByDevice(device, { sessionId, end }, onMoved) {
      const { deviceId } = device;
      const stream = streams.get(device);
      if (stream?.id === sessionId) cutStream(stream, end);
      try {
        const ended = await db
          .transaction()
          .execute((transaction) => endAsReported(transaction, device, { sessionId, end }));
        publishLiveViewEnds(services, ended);
        if (ended.length > 0) return;
        // The device repeats it until it is confirmed.
        const found = (await findEndedLiveViews(db, [sessionId])).find((each) => each.deviceId === deviceId);
        device.sendFrame({ type: 'live-view-stop', sessionId, end: found?.end ?? 'OVER' });
      } catch (error) {
        if (error instanceof DeviceMoved) return onMoved(device);
        failed('live_view.end_failed')(error);
      }
    },

    leave(device) {
      for (const one of expected.values()) if (one.device === device) one.isGone = true;
      const stream = streams.get(device);
      if (stream !== undefined) endNow(stream, 'DISCONNECTED');
    },

    endOverdue: () => endAndTell(endOverdueLiveViews),

    async tidy() {
      for (const [id, { at }] of expected) {
        if (scheduler.now() - at > expectedForMs) expected.delete(id);
        else beginnings.add(id);
      }
      for (const stream of streams.values()) if (stream.cutAs !== null) void store(stream, stream.cutAs);
      await endAndTell(endUnallowedLiveViews);
      // The event of an end may have been lost.
      if (byId.size > 0) for (const found of await findEndedLiveViews(db, [...byId.keys()])) finish(found);
      await rooms.tidy();
    },

    figures: () => ({ liveViews: streams.size, viewers: rooms.size }),

    async close() {
      for (const stream of streams.values()) endNow(stream, 'DISCONNECTED');
      await Promise.all(storing);
      for (const unsubscribe of subscriptions) unsubscribe();
      await Promise.all([beginnings.idle(), viewersChanged.idle(), remoteEnds.idle()]);
      await rooms.close();
    },
  };
}
