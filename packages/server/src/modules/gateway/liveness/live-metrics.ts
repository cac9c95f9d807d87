import type { Stop } from '../../../core/jobs/scheduler.ts';
import type { DeviceSocket } from '../device-socket.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Services } from '../../../shared/services/services.ts';
import { recordActive, recordOnlineActive } from '../../devices/dashboard/active-users.store.ts';
import { recountOnline } from '../../../shared/device-state/fleet-counts.store.ts';

const hourMs = 3_600_000;
/** The shortest time between two writes, and how many times longer than a write the pause after it is. */
const everyMs = 1000;
const pausePerWork = 4;

export interface LiveMetrics {
  /** Counts the person of this device as active, once an hour. It is cheap enough to call for every socket every second. */
  recordActive(socket: DeviceSocket): void;
  /** Writes what is not written yet and stops. */
  close(): Promise<void>;
}

/** Returns an empty record of what happened since the last write. */
const noChanges = () => ({
  /** Device ids by the hour in which they were active. */
  heard: new Map<number, number[]>(),
  /** True when devices came online or went offline. */
  changed: false,
  /** True when devices were assigned to admins or taken from them. */
  reassigned: false,
  /** The devices concerned; null for a change of no single one. */
  about: new Set<number | null>(),
});

/** Maintains the counts of online devices and active people shortly after they change, and notifies the consoles. */
export function createLiveMetrics({
  server,
  db,
  bus,
  log,
  clock,
  scheduler,
}: Pick<Services, 'server' | 'db' | 'bus' | 'log' | 'clock' | 'scheduler'>): LiveMetrics {
  let waiting = noChanges();
  // Devices that were online when the last server stopped no longer are.
  waiting.changed = true;
  let stop: Stop | undefined;
  let writing: Promise<void> | null = null;
  let nextAt = 0;
  let closed = false;

  function schedule(): void {
    if (stop !== undefined || writing !== null || closed) return;
    stop = scheduler.after(Math.max(0, nextAt - scheduler.now()), start);
  }

  function start(): void {
    stop = undefined;
    const startedAt = performance.now();
    writing = write()
      .catch((error: unknown) => log.error({ err: error, event: 'metrics.store_failed' }, 'Failed to store metrics'))
      .finally(() => {
        nextAt = scheduler.now() + Math.max(everyMs, (performance.now() - startedAt) * pausePerWork);
        writing = null;
        if (waiting.changed || waiting.heard.size > 0) schedule();
      });
  }

  async function write(): Promise<void> {
    const work = waiting;
    waiting = noChanges();
    try {
      for (const [hour, deviceIds] of work.heard) await recordActive(db, deviceIds, new Date(hour * hourMs));
      if (work.reassigned) await recordOnlineActive(db, new Date(clock.now()));
      if (work.changed) await recountOnline(db, server.id);
    } catch (error) {
      // The next write repeats it, which is idempotent: nobody is counted twice.
      for (const [hour, deviceIds] of work.heard) for (const deviceId of deviceIds) addActive(hour, deviceId);
      for (const deviceId of work.about) waiting.about.add(deviceId);
      waiting.reassigned ||= work.reassigned;
      waiting.changed ||= work.changed;
      throw error;
    }
    publishChanges(bus, 'figures', work.about);
  }

  function addActive(hour: number, deviceId: number): void {
    waiting.about.add(deviceId);
    const known = waiting.heard.get(hour);
    if (known === undefined) waiting.heard.set(hour, [deviceId]);
    else known.push(deviceId);
  }

  function recount(deviceId: number | null): void {
    waiting.changed = true;
    waiting.about.add(deviceId);
    schedule();
  }

  const subscriptions = [
    bus.subscribeLocal('changed', ({ feature, deviceId }) => {
      if (feature === 'devices') recount(deviceId);
      waiting.reassigned ||= feature === 'assignments';
    }),
    // Each server counts its own devices, whichever server assigned them.
    bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'assignments') recount(deviceId);
    }),
    bus.onGap(() => recount(null)),
  ];
  schedule();

  return {
    recordActive(socket) {
      const silentMs = scheduler.now() - socket.heardAt;
      const hour = Math.floor((clock.now() - silentMs) / hourMs);
      if (socket.notedHour === hour) return;
      socket.notedHour = hour;
      addActive(hour, socket.deviceId);
      schedule();
    },

    async close() {
      closed = true;
      for (const unsubscribe of subscriptions) unsubscribe();
      stop?.();
      await writing;
      if (waiting.heard.size > 0) start();
      await writing;
    },
  };
}
