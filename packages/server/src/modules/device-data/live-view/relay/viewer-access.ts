import { consoleSocketClose } from '@fairwatch/contract';
import { createBatcher } from '../../../../core/jobs/batcher.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { findAccess } from '../live-viewers.store.ts';
import type { LiveViewer } from './live-viewer.ts';

/** The WebSocket close code "try again later". */
const tryAgainLater = 1013;

/** Keeps watching to those who may. */
export interface ViewerAccess {
  /** Pauses these viewers in this moment, and lets those go on of whom the database says that they may. */
  recheck(viewers: Iterable<LiveViewer>): void;
  /** Checks these viewers, who go on meanwhile: access also ends by time. */
  check(viewers: Iterable<LiveViewer>): void;
  /** How often something changed that may concern a viewer who is just joining. */
  readonly changes: number;
  close(): Promise<void>;
}

/** Follows what takes access away. `viewers` are those who watch through this server. */
export function createViewerAccess(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  viewers: ReadonlySet<LiveViewer>,
): ViewerAccess {
  let changes = 0;

  const checks = createBatcher<{ socket: LiveViewer; pauses: number }>(
    async (asked) => {
      const found = await findAccess(db, [...new Set(asked.map(({ socket }) => socket.viewer.id))]);
      const byId = new Map(found.map((access) => [access.id, access]));
      for (const { socket, pauses } of asked) {
        const access = byId.get(socket.viewer.id);
        if (access === undefined) socket.end('LEFT');
        else if (access.end !== null) socket.end(access.end);
        else if (!access.hasSession) socket.end('ACCESS_LOST', consoleSocketClose.sessionEnded);
        else if (!access.maySee) socket.end('ACCESS_LOST');
        else {
          socket.viewer.maySound = access.maySound;
          // Another reason to pause since then waits for an answer of its own.
          if (socket.pauses === pauses) socket.isHeld = false;
        }
      }
    },
    (error, asked) => {
      log.warn({ err: error, event: 'live_view.access_not_checked' }, 'Failed to check who may watch');
      for (const { socket } of asked) if (socket.isHeld) socket.close(tryAgainLater, 'the server cannot check now');
    },
  );

  function check(asked: Iterable<LiveViewer>): void {
    for (const socket of asked) checks.add({ socket, pauses: socket.pauses });
  }

  function recheck(asked: Iterable<LiveViewer>): void {
    const paused = [...asked];
    for (const socket of paused) {
      socket.isHeld = true;
      socket.pauses += 1;
    }
    check(paused);
  }

  const recheckWhere = (isMeant: (socket: LiveViewer) => boolean) => {
    changes += 1;
    recheck([...viewers].filter(isMeant));
  };

  const subscriptions = [
    bus.subscribeLocal('sessionEnded', ({ tokenHash }) => {
      changes += 1;
      const ended = [...viewers].filter(ofToken(tokenHash));
      for (const socket of ended) socket.end('ACCESS_LOST', consoleSocketClose.sessionEnded);
    }),
    // Whoever is told so forgets its session, so it is read whether it has ended.
    bus.subscribeRemote('sessionEnded', ({ tokenHash }) => recheckWhere(ofToken(tokenHash))),
    bus.subscribe('accessChanged', ({ userId }) => recheckWhere(({ viewer }) => viewer.userId === userId)),
    bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'assignments') recheckWhere(ofDevice(deviceId));
    }),
    bus.subscribe('policiesChanged', () => recheckWhere(() => true)),
    bus.subscribe('kindsChanged', () => recheckWhere(() => true)),
    bus.subscribe('sharingChanged', ({ deviceId }) => recheckWhere(ofDevice(deviceId))),
    bus.subscribeLocal('liveViewEnded', () => void (changes += 1)),
    bus.subscribeRemote('liveViewEnded', ({ sessionId }) =>
      recheckWhere(({ viewer }) => viewer.sessionId === sessionId),
    ),
    // Any of these events may have been lost.
    bus.onGap(() => check(viewers)),
  ];

  return {
    recheck,
    check,
    get changes() {
      return changes;
    },
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await checks.idle();
    },
  };
}

function ofDevice(deviceId: number | null): (socket: LiveViewer) => boolean {
  return ({ viewer }) => deviceId === null || viewer.deviceId === deviceId;
}

function ofToken(tokenHash: string): (socket: LiveViewer) => boolean {
  return ({ viewer }) => viewer.tokenHash === tokenHash;
}
