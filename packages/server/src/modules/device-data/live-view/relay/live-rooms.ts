import { decodeLiveHeader, type LiveViewEnd, type LiveViewMessage } from '@fairwatch/contract';
import type { Stop } from '../../../../core/jobs/scheduler.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { recordPictures, type JoinedViewer } from '../live-viewers.store.ts';
import { createGoneViewers } from './gone-viewers.ts';
import type { LiveFrame } from './live-stream.ts';
import type { LiveViewer } from './live-viewer.ts';
import { createViewerAccess } from './viewer-access.ts';

/** Those who watch one live view through this server. */
interface Room {
  viewers: Set<LiveViewer>;
  /** Ends the frames that come from the server of the device; null when that is this one. */
  stopListening: Stop | null;
  sequence: number;
}

/** Everybody who watches through this server. */
export interface LiveRooms {
  /** Adds a viewer whose pass was used. It is paused until `admit`. */
  add(socket: LiveViewer): void;
  /** Begins to send frames, unless something has changed since `changesBefore` that must be looked at first. */
  admit(socket: LiveViewer, changesBefore: number): void;
  /** Counts changes of access: one that happens while a pass is used may concern its viewer. */
  readonly changes: number;
  /** Notes that a viewer has gone whose socket never opened. */
  forget(viewer: JoinedViewer): void;
  /** Notes that a viewer has gone. */
  remove(socket: LiveViewer): void;
  offer(sessionId: number, frame: LiveFrame): void;
  tell(sessionId: number, message: LiveViewMessage): void;
  end(sessionId: number, end: LiveViewEnd): void;
  /** The live views that are watched through this server. */
  sessions(): readonly number[];
  has(sessionId: number): boolean;
  readonly size: number;
  /** Checks who may watch, stores what was seen, and tries again what failed. Call it every few seconds. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** `isHere` is true for a live view whose device is connected to this server. */
export function createLiveRooms(services: Services, isHere: (sessionId: number) => boolean): LiveRooms {
  const { db, frames } = services;
  const rooms = new Map<number, Room>();
  const viewers = new Set<LiveViewer>();
  const gone = createGoneViewers(services);
  const access = createViewerAccess(services, viewers);

  function open(sessionId: number): Room {
    const room: Room = { viewers: new Set(), stopListening: null, sequence: -1 };
    if (!isHere(sessionId)) {
      room.stopListening = frames.subscribe(streamOf(sessionId), (bytes) => receive(sessionId, room, bytes));
    }
    rooms.set(sessionId, room);
    return room;
  }

  /** Takes a frame of another server, which has checked it. Their order is checked, so that nobody sends one again. */
  function receive(sessionId: number, room: Room, bytes: Buffer): void {
    const header = decodeLiveHeader(bytes);
    if (header?.sessionId !== sessionId || header.sequence <= room.sequence || isHere(sessionId)) return;
    room.sequence = header.sequence;
    for (const socket of room.viewers) socket.offer({ header, bytes });
  }

  return {
    add(socket) {
      const { sessionId } = socket.viewer;
      viewers.add(socket);
      (rooms.get(sessionId) ?? open(sessionId)).viewers.add(socket);
    },
    admit(socket, changesBefore) {
      if (access.changes === changesBefore) socket.isHeld = false;
      else access.recheck([socket]);
    },
    get changes() {
      return access.changes;
    },
    forget: ({ id }) => gone.add({ id, pictures: 0 }),
    remove(socket) {
      if (!viewers.delete(socket)) return;
      const { id, sessionId } = socket.viewer;
      const room = rooms.get(sessionId);
      room?.viewers.delete(socket);
      if (room?.viewers.size === 0) {
        room.stopListening?.();
        rooms.delete(sessionId);
      }
      gone.add({ id, pictures: socket.pictures });
    },
    offer(sessionId, frame) {
      for (const socket of rooms.get(sessionId)?.viewers ?? []) socket.offer(frame);
    },
    tell(sessionId, message) {
      for (const socket of rooms.get(sessionId)?.viewers ?? []) socket.tell(message);
    },
    end(sessionId, end) {
      for (const socket of rooms.get(sessionId)?.viewers ?? []) socket.end(end);
    },
    sessions: () => [...rooms.keys()],
    has: (sessionId) => rooms.has(sessionId),
    get size() {
      return viewers.size;
    },

    async tidy() {
      access.check(viewers);
      if (viewers.size > 0) {
        await recordPictures(
          db,
          Array.from(viewers, ({ viewer: { id }, pictures }) => ({ id, pictures })),
        );
      }
      await gone.tidy();
    },

    async close() {
      await access.close();
      await gone.idle();
    },
  };
}

/** The name under which the frames of a live view go to other servers. */
export function streamOf(sessionId: number): string {
  return `live.${sessionId}`;
}
