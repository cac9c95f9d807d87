import type { DeviceSocket } from '../devices/gateway/device-socket.ts';
import { tellDevices } from '../devices/tell-devices.ts';
import type { Services } from '../services.ts';
import { noteActive, noteOnlineActive } from './active-users.store.ts';
import { recountOnline } from './fleet-figures.store.ts';

const hourMs = 3_600_000;
/** At most this often, and never for more than a part of the time, however many devices there are. */
const everyMs = 1000;
const pausePerWork = 4;

export interface LiveFigures {
  /** The device behind this socket was heard; its person counts once an hour. Cheap enough for every socket every second. */
  noteActive(socket: DeviceSocket): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/** What happened since it was last written. */
const nothing = () => ({
  /** Devices by the hour in which they were heard. */
  heard: new Map<number, number[]>(),
  /** Devices came or went. */
  changed: false,
  /** Devices were given to admins, or taken from them. */
  reassigned: false,
  /** Which devices it was about; null when no single one. */
  about: new Set<number | null>(),
});

/** Keeps the numbers of who is online and who was, a moment after they change, and tells the consoles. */
export function createLiveFigures({
  db,
  bus,
  log,
  clock,
}: Pick<Services, 'db' | 'bus' | 'log' | 'clock'>): LiveFigures {
  let waiting = nothing();
  // Whoever was online when the last server stopped is not any more.
  waiting.changed = true;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let nextAt = 0;
  let closed = false;

  function schedule(): void {
    if (timer !== undefined || writing !== null || closed) return;
    timer = setTimeout(start, Math.max(0, nextAt - Date.now()));
    timer.unref();
  }

  function start(): void {
    timer = undefined;
    const startedAt = performance.now();
    writing = write()
      .catch((error: unknown) => log.error({ err: error }, 'the figures of the dashboard could not be stored'))
      .finally(() => {
        nextAt = Date.now() + Math.max(everyMs, (performance.now() - startedAt) * pausePerWork);
        writing = null;
        if (waiting.changed || waiting.heard.size > 0) schedule();
      });
  }

  async function write(): Promise<void> {
    const work = waiting;
    waiting = nothing();
    try {
      for (const [hour, deviceIds] of work.heard) await noteActive(db, deviceIds, new Date(hour * hourMs));
      if (work.reassigned) await noteOnlineActive(db, new Date(clock.now()));
      if (work.changed) await recountOnline(db);
    } catch (error) {
      // Next time again: nobody is counted twice.
      for (const [hour, deviceIds] of work.heard) for (const deviceId of deviceIds) note(hour, deviceId);
      for (const deviceId of work.about) waiting.about.add(deviceId);
      waiting.reassigned ||= work.reassigned;
      waiting.changed ||= work.changed;
      throw error;
    }
    tellDevices(bus, 'figures', work.about);
  }

  function note(hour: number, deviceId: number): void {
    waiting.about.add(deviceId);
    const known = waiting.heard.get(hour);
    if (known === undefined) waiting.heard.set(hour, [deviceId]);
    else known.push(deviceId);
  }

  const unsubscribe = bus.subscribe('changed', ({ feature, deviceId }) => {
    if (feature !== 'devices' && feature !== 'assignments') return;
    waiting.changed = true;
    waiting.reassigned ||= feature === 'assignments';
    waiting.about.add(deviceId);
    schedule();
  });
  schedule();

  return {
    noteActive(socket) {
      const silentMs = Date.now() - socket.heardAt;
      const hour = Math.floor((clock.now() - silentMs) / hourMs);
      if (socket.notedHour === hour) return;
      socket.notedHour = hour;
      note(hour, socket.deviceId);
      schedule();
    },

    async close() {
      closed = true;
      unsubscribe();
      clearTimeout(timer);
      await writing;
      if (waiting.heard.size > 0) start();
      await writing;
    },
  };
}
