import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  consoleSocketClose,
  consoleSocketPath,
  consoleSocketRequest,
  isConfinedToWelcome,
  pingReplyPrefix,
  type AdminRole,
  type ConsoleSocketMessage,
} from '@fairwatch/contract';
import { WebSocket, WebSocketServer } from 'ws';
import type { BusEvents } from '../bus.ts';
import { awaitClosed } from '../http/close-sockets.ts';
import type { Session } from '../http/route.ts';
import type { UpgradeEndpoint } from '../http/upgrades.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Services } from '../services.ts';
import { findWatchers } from '../tickets/ticket-watchers.store.ts';
import { admit } from './admission.ts';
import { createChangeFeed } from './change-feed.ts';
import { findAssignments, findOpenSessions, findToldNotifications } from './console-socket.store.ts';

const maxMessageBytes = 4096;
/** A console pings every ten seconds; whoever sends far more than that is not one. */
const maxMessagesPerSweep = 300;
/** What may wait for a slow reader before it is dropped: it reconnects and reads its lists anew. */
const maxBufferedBytes = 256 * 1024;
const sweepEveryMs = 10_000;
/** Browsers answer pings by themselves, also in a tab that sleeps; whoever does not for this long is gone. */
const silentAfterMs = 30_000;

const policyViolation = 1008;
const goingAway = 1001;

/** One open console. */
class ConsoleSocket extends WebSocket {
  tokenHash = '';
  scope: Scope = { userId: 0, allDevices: false };
  role: AdminRole = 'NON_ADMIN';
  messages = 0;
  heardAt = Date.now();
}

/** Tells open consoles what has changed, each only about its own devices. */
export function createConsoleSocket(services: Services): UpgradeEndpoint {
  const { db, bus, log } = services;
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: ConsoleSocket,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
  });
  const untold = (error: unknown) => log.error({ err: error }, 'consoles could not be told');
  const feed = createChangeFeed<BusEvents['changed']>(
    ({ feature, deviceId, userId }) => `${feature} ${deviceId} ${userId}`,
    (changes) => void tellChanges(changes).catch(untold),
  );
  const ticketFeed = createChangeFeed<BusEvents['ticketChanged']>(
    ({ ticketId, change }) => `${ticketId} ${change}`,
    (changes) => void tellTickets(changes).catch(untold),
  );

  /** Done when it is known what everyone may see whose access has changed. Until then nobody is told anything. */
  let standing: Promise<unknown> = Promise.resolve();

  async function admitOrRefuse(request: IncomingMessage): Promise<Session | number> {
    try {
      return await admit(services, request);
    } catch (error) {
      log.error({ err: error }, 'a console socket could not be opened');
      return 503;
    }
  }

  function open(socket: ConsoleSocket, session: Session): void {
    socket.tokenHash = session.tokenHash.toString('hex');
    become(socket, session);
    socket.on('message', (data, isBinary) => receive(socket, String(data), isBinary));
    socket.on('pong', () => (socket.heardAt = Date.now()));
    socket.on('error', (error) => log.debug({ reason: error.message }, 'a console socket broke'));
  }

  function receive(socket: ConsoleSocket, text: string, isBinary: boolean): void {
    socket.messages += 1;
    if (socket.messages > maxMessagesPerSweep) return socket.close(policyViolation, 'too many messages');
    if (!isBinary && isPing(text)) socket.send(`${pingReplyPrefix}${text}`);
  }

  async function tellChanges(changes: readonly BusEvents['changed'][]): Promise<void> {
    await standing;
    const limited = Array.from(server.clients).filter(({ scope }) => !scope.allDevices);
    const deviceIds = changes.flatMap(({ deviceId }) => deviceId ?? []);
    const assigned =
      limited.length > 0 && deviceIds.length > 0
        ? await findAssignments(db, [...new Set(limited.map(({ scope }) => scope.userId))], deviceIds)
        : [];
    const mayKnow = new Set(assigned.map(({ userId, deviceId }) => `${userId} ${deviceId}`));
    for (const { feature, deviceId, userId: only } of changes) {
      const message: ConsoleSocketMessage = { messageType: 'CHANGED', feature, deviceId };
      const text = JSON.stringify(message);
      for (const socket of server.clients) {
        const { userId, allDevices } = socket.scope;
        if (only !== undefined && only !== userId) continue;
        // Who waits on the welcome page is told when that may be over, and nothing else.
        if (isConfinedToWelcome(socket.role) && feature !== 'profile') continue;
        if (allDevices || deviceId === null || mayKnow.has(`${userId} ${deviceId}`)) tell(socket, text);
      }
    }
  }

  /** Each to those who may see the ticket, with the side from which they do. */
  async function tellTickets(changes: readonly BusEvents['ticketChanged'][]): Promise<void> {
    await standing;
    for (const { ticketId, openedBy, deviceId, change } of changes) {
      const listeners = [...new Set(Array.from(server.clients, ({ scope }) => scope.userId))];
      if (listeners.length === 0) return;
      const watchers = await findWatchers(db, { openedBy, deviceId }, listeners);
      const sides = new Map(watchers.map(({ userId, side }) => [userId, side]));
      for (const socket of server.clients) {
        const side = sides.get(socket.scope.userId);
        const message: ConsoleSocketMessage | undefined = side && { messageType: 'TICKET', ticketId, change, side };
        if (message) tell(socket, JSON.stringify(message));
      }
    }
  }

  async function tellNotifications(notificationIds: readonly number[]): Promise<void> {
    await standing;
    const listeners = [...new Set(Array.from(server.clients, ({ scope }) => scope.userId))];
    if (listeners.length === 0) return;
    for (const { userId, ...notificationJson } of await findToldNotifications(db, notificationIds, listeners)) {
      const message: ConsoleSocketMessage = { messageType: 'NOTIFICATION', notificationJson };
      const text = JSON.stringify(message);
      for (const socket of server.clients) {
        if (socket.scope.userId === userId && !isConfinedToWelcome(socket.role)) tell(socket, text);
      }
    }
  }

  /** Sessions can also end where the bus does not reach, and roles change: ask the database from time to time. */
  async function sweep(): Promise<void> {
    const asked = Array.from(server.clients);
    for (const socket of asked) {
      if (Date.now() - socket.heardAt > silentAfterMs) socket.terminate();
      else socket.ping();
      socket.messages = 0;
    }
    await readStanding(asked);
  }

  async function readStanding(asked: readonly ConsoleSocket[]): Promise<void> {
    if (asked.length === 0) return;
    const sessions = await findOpenSessions(db, [...new Set(asked.map(({ tokenHash }) => tokenHash))]);
    const byHash = new Map(sessions.map((session) => [session.tokenHash, session]));
    for (const socket of asked) {
      const session = byHash.get(socket.tokenHash);
      if (session) noticeRole(socket, session);
      else socket.close(consoleSocketClose.sessionEnded, 'session ended');
    }
  }

  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'the sweep over the consoles failed'));
  }, sweepEveryMs);
  const subscriptions = [
    bus.subscribe('changed', (change) => {
      if (server.clients.size > 0) feed.add(change);
    }),
    bus.subscribe('ticketChanged', (change) => {
      if (server.clients.size > 0) ticketFeed.add(change);
    }),
    bus.subscribe('notified', ({ notificationIds }) => {
      tellNotifications(notificationIds).catch((error: unknown) => {
        log.error({ err: error }, 'consoles could not be told of notifications');
      });
    }),
    bus.subscribe('accessChanged', ({ userId }) => {
      const theirs = Array.from(server.clients).filter(({ scope }) => scope.userId === userId);
      const reading = readStanding(theirs).catch((error: unknown) => {
        log.error({ err: error }, 'a change of access was not followed');
        for (const socket of theirs) socket.terminate();
      });
      standing = Promise.all([standing, reading]);
    }),
    bus.subscribe('sessionEnded', ({ tokenHash }) => {
      for (const socket of server.clients) {
        if (socket.tokenHash === tokenHash) socket.close(consoleSocketClose.sessionEnded, 'session ended');
      }
    }),
  ];

  return {
    path: consoleSocketPath,

    handleUpgrade(request, socket, head) {
      // Without a listener, a caller who is gone already would bring the process down.
      const onEarlyError = () => socket.destroy();
      socket.on('error', onEarlyError);
      void admitOrRefuse(request).then((admitted) => {
        socket.off('error', onEarlyError);
        if (typeof admitted === 'number') return refuse(socket, admitted);
        return server.handleUpgrade(request, socket, head, (client) => open(client, admitted));
      });
    },

    async close() {
      clearInterval(timer);
      feed.close();
      ticketFeed.close();
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const socket of server.clients) socket.close(goingAway, 'the server stops');
      await awaitClosed(server.clients);
    },
  };
}

type Who = Pick<Session, 'userId' | 'adminRole'>;

function become(socket: ConsoleSocket, { userId, adminRole }: Who): void {
  socket.scope = scopeOf({ id: userId, adminRole });
  socket.role = adminRole;
}

/** Takes over who the session is by now. A role that changed where the bus did not tell is told from here. */
function noticeRole(socket: ConsoleSocket, session: Who): void {
  const before = socket.role;
  become(socket, session);
  const message: ConsoleSocketMessage = { messageType: 'CHANGED', feature: 'profile', deviceId: null };
  if (before !== socket.role) tell(socket, JSON.stringify(message));
}

function tell(socket: ConsoleSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}

function isPing(text: string): boolean {
  try {
    return consoleSocketRequest.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
