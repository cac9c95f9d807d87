import { limits, type DeviceFrame, type GatewayFrame, type LiveEnd } from '@fairwatch/contract';
import { DeviceMoved, type DeviceConnection } from '../../../shared/device-connection.ts';
import { lockConnected } from '../../../shared/device-state/persons-device.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { endLiveLocation, logLiveEnds, publishLiveEnds } from './live-sessions.ts';
import {
  endOverdue,
  endUnshared,
  findEnds,
  storePoints,
  type EndedSession,
  type ReceivedPoint,
} from './live-sessions.store.ts';

type LivePoints = Extract<DeviceFrame, { type: 'live-points' }>;
type LiveStop = Extract<GatewayFrame, { type: 'live-stop' }>;

/** How long points wait for those of other devices. Nobody notices it beside the seconds between two points. */
const bufferMs = 500;
/** Frames of a device that may arrive at once after a slow network, beyond one in `everyMs`. */
const framesAtOnce = 3;
/** How often points are tried whose session has not begun. */
const mostTries = 6;

type BufferedPoint = ReceivedPoint & { tries?: number };

/** What a connection keeps for the rate limit of its points. */
export interface PointsLimit {
  /** The time until which the quota of live points is used up. */
  livePaidUntil: number;
}

/** Receives the points of live locations, and ends live locations that may not go on. */
export interface LiveKeeper {
  /** Takes the points of a frame, which are stored with those of others. Frames beyond the rate limit are dropped. */
  add(device: PointsLimit & DeviceConnection, frame: LivePoints): void;
  /** Ends a session as its device reports it, and sends the device how it ended. A session that has ended stays as it is. */
  endByDevice(connection: DeviceConnection, frame: { sessionId: number; end: LiveEnd }): Promise<void>;
  /** Ends the sessions whose time is up. Call it about once a second. */
  endOverdue(): Promise<void>;
  /** Ends the sessions of devices that may not be followed any more. Call it every few seconds, and when a notice was hidden. */
  endUnallowed(): Promise<void>;
  /** Resolves when everything received so far is stored. */
  close(): Promise<void>;
}

/** `send` sends a frame to a device, if it is connected here. `onMoved` is called when a device has connected to another server since. */
export function createLiveKeeper(
  { db, bus, jobs, log, scheduler }: Services,
  send: (deviceId: number, frame: LiveStop) => void,
  onMoved: (connection: DeviceConnection) => void,
): LiveKeeper {
  let buffered: BufferedPoint[] = [];
  const storing = jobs.start({
    name: 'storeLivePoints',
    gatherMs: bufferMs,
    failure: 'live_location.store_failed',
    run: storeBuffered,
  });

  async function storeBuffered(): Promise<void> {
    const points = buffered;
    buffered = [];
    if (points.length > 0) await store(points);
  }

  async function store(points: readonly BufferedPoint[]): Promise<void> {
    const running = await storePoints(db, points);
    publishChanges(
      bus,
      'live-location',
      running.map(({ deviceId }) => deviceId),
    );
    const known = new Set(running.map(keyOf));
    const others = points.filter((point) => !known.has(keyOf(point)));
    if (others.length > 0) await handleOthers(others);
  }

  /**
   * A device that missed the end of its session goes on sending: it is told again. A session whose command is just ending begins in a
   * moment, so its first points are tried again.
   */
  async function handleOthers(points: readonly BufferedPoint[]): Promise<void> {
    const asked = new Map(points.map((point) => [keyOf(point), point]));
    const ends = await findEnds(db, [...asked.values()]);
    for (const { deviceId, sessionId, end } of ends) send(deviceId, { type: 'live-stop', sessionId, end });
    const over = new Set(ends.map(keyOf));
    for (const point of points) {
      const tries = (point.tries ?? 0) + 1;
      if (!over.has(keyOf(point)) && tries < mostTries) buffer({ ...point, tries });
    }
  }

  function buffer(point: BufferedPoint): void {
    buffered.push(point);
    storing.trigger();
  }

  async function endAndTell(end: (transaction: Database) => Promise<EndedSession[]>): Promise<void> {
    const ended = await db.transaction().execute(async (transaction) => {
      const sessions = await end(transaction);
      await logLiveEnds(transaction, sessions);
      return sessions;
    });
    publishLiveEnds({ bus }, ended);
  }

  return {
    add(device, { sessionId, points }) {
      const now = scheduler.now();
      const { everyMs } = limits.liveLocation;
      const paidUntil = Math.max(device.livePaidUntil, now - framesAtOnce * everyMs) + everyMs;
      if (paidUntil > now) return;
      device.livePaidUntil = paidUntil;
      const { deviceId, epoch } = device;
      for (const point of points) buffer({ ...point, sessionId, deviceId, epoch });
    },

    async endByDevice(connection, { sessionId, end }) {
      const { deviceId } = connection;
      try {
        // The points that it sent before count.
        await storing.runNow();
        const ended = await db.transaction().execute(async (transaction) => {
          const device = await lockConnected(transaction, connection);
          if (!device) return [];
          const { userId, username } = device;
          const by = end === 'STOPPED_BY_PERSON' ? { by: { userId, username } } : {};
          return await endLiveLocation(transaction, deviceId, { end, sessionId, ...by });
        });
        publishLiveEnds({ bus }, ended);
        if (ended.length > 0) return;
        // The device repeats it until it is confirmed.
        for (const found of await findEnds(db, [{ sessionId, deviceId }])) {
          send(deviceId, { type: 'live-stop', sessionId, end: found.end });
        }
      } catch (error) {
        if (error instanceof DeviceMoved) return onMoved(connection);
        log.error({ err: error, event: 'live_location.end_failed' }, 'Failed to end a live location');
      }
    },

    endOverdue: () => endAndTell(endOverdue),

    endUnallowed: () => endAndTell(endUnshared),

    async close() {
      await storing.runNow();
      await storing.close();
    },
  };
}

function keyOf({ deviceId, sessionId }: { deviceId: number; sessionId: number }): string {
  return `${deviceId} ${sessionId}`;
}
