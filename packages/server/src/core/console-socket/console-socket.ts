import type { IncomingMessage } from 'node:http';
import { consoleSocketClose, consoleSocketPath, consoleSocketRequest, pingReplyPrefix } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import type { BusEvents } from '../bus.ts';
import { awaitClosed, promptClose } from '../http/close-sockets.ts';
import type { Session } from '../http/route.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../http/upgrades.ts';
import type { Services } from '../services.ts';
import { admit } from './admission.ts';
import { createChangeFeed } from './change-feed.ts';
import { ConsoleClient } from './console-client.ts';
import { findOpenSessions } from './console-socket.store.ts';
import { createTelling } from './tell-consoles.ts';

const maxMessageBytes = 4096;
/** A console pings every ten seconds; whoever sends far more than that is not one. */
const maxMessagesPerSweep = 300;
const sweepEveryMs = 10_000;
/** Browsers answer pings by themselves, also in a tab that sleeps; whoever does not for this long is gone. */
const silentAfterMs = 30_000;

const policyViolation = 1008;
const goingAway = 1001;

/** Where consoles keep a socket open: knows who each is, as long as its session lasts, and has them told what changed. */
export function createConsoleSocket(services: Services): UpgradeEndpoint {
  const { db, bus, log } = services;
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: ConsoleClient,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    ...promptClose,
  });
  const tell = createTelling(db, server.clients);
  const feed = createChangeFeed<BusEvents['changed']>(
    ({ feature, deviceId, userId }) => `${feature} ${deviceId} ${userId}`,
    (changes) => tellWhenKnown(() => tell.changes(changes)),
  );
  const ticketFeed = createChangeFeed<BusEvents['ticketChanged']>(
    ({ ticketId, change }) => `${ticketId} ${change}`,
    (changes) => tellWhenKnown(() => tell.tickets(changes)),
  );

  /** Done when it is known what everyone may see whose access has changed. Until then nobody is told anything. */
  let standing: Promise<unknown> = Promise.resolve();
  /** How often somebody's access has changed, or a session ended. */
  let accessChanges = 0;

  function tellWhenKnown(telling: () => Promise<void>): void {
    standing.then(telling).catch((error: unknown) => log.error({ err: error }, 'consoles could not be told'));
  }

  async function admitOrRefuse(request: IncomingMessage): Promise<Session | number> {
    try {
      return await admit(services, request);
    } catch (error) {
      log.error({ err: error }, 'a console socket could not be opened');
      return 503;
    }
  }

  function open(client: ConsoleClient, session: Session): void {
    client.tokenHash = session.tokenHash.toString('hex');
    client.become(session);
    client.on('message', (data, isBinary) => receive(client, String(data), isBinary));
    client.on('pong', () => (client.heardAt = Date.now()));
    client.on('error', (error) => log.debug({ reason: error.message }, 'a console socket broke'));
  }

  /** Sessions can also end where the bus does not reach, and roles change: ask the database from time to time. */
  async function sweep(): Promise<void> {
    const asked = Array.from(server.clients);
    for (const client of asked) {
      if (Date.now() - client.heardAt > silentAfterMs) client.terminate();
      else client.ping();
      client.messages = 0;
    }
    await readStanding(asked);
  }

  async function readStanding(asked: readonly ConsoleClient[]): Promise<void> {
    if (asked.length === 0) return;
    const sessions = await findOpenSessions(db, [...new Set(asked.map(({ tokenHash }) => tokenHash))]);
    const byHash = new Map(sessions.map((session) => [session.tokenHash, session]));
    for (const client of asked) {
      const session = byHash.get(client.tokenHash);
      if (!session) client.close(consoleSocketClose.sessionEnded, 'session ended');
      else if (client.role === session.adminRole) client.become(session);
      else {
        client.become(session);
        // It may have changed where the bus did not tell.
        client.tell({ messageType: 'CHANGED', feature: 'profile', deviceId: null });
      }
    }
  }

  /** Nobody is told anything before it is known what these may see now. */
  function followAccess(concerned: readonly ConsoleClient[]): void {
    const reading = readStanding(concerned).catch((error: unknown) => {
      log.error({ err: error }, 'a change of access was not followed');
      for (const client of concerned) client.terminate();
    });
    standing = Promise.all([standing, reading]);
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
    bus.subscribe('notified', ({ notificationIds }) => tellWhenKnown(() => tell.notifications(notificationIds))),
    bus.subscribe('accessChanged', ({ userId }) => {
      accessChanges += 1;
      followAccess(Array.from(server.clients).filter(({ scope }) => scope.userId === userId));
    }),
    bus.subscribe('sessionEnded', ({ tokenHash }) => {
      accessChanges += 1;
      for (const client of server.clients) {
        if (client.tokenHash === tokenHash) client.close(consoleSocketClose.sessionEnded, 'session ended');
      }
    }),
  ];

  return {
    path: consoleSocketPath,

    handleUpgrade(request, socket, head) {
      // Without a listener, a caller who is gone already would bring the process down.
      const onEarlyError = () => socket.destroy();
      socket.on('error', onEarlyError);
      const changesBefore = accessChanges;
      void admitOrRefuse(request).then((admitted) => {
        socket.off('error', onEarlyError);
        if (typeof admitted === 'number') return refuseUpgrade(socket, admitted);
        return server.handleUpgrade(request, socket, head, (client) => {
          open(client, admitted);
          // What changed while the session was read may be about this one, which nobody knew of yet.
          if (accessChanges !== changesBefore) followAccess([client]);
        });
      });
    },

    async close() {
      clearInterval(timer);
      feed.close();
      ticketFeed.close();
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const client of server.clients) client.close(goingAway, 'the server stops');
      await awaitClosed(server.clients);
    },
  };
}

function receive(client: ConsoleClient, text: string, isBinary: boolean): void {
  client.messages += 1;
  if (client.messages > maxMessagesPerSweep) return client.close(policyViolation, 'too many messages');
  if (!isBinary && isPing(text)) client.send(`${pingReplyPrefix}${text}`);
}

function isPing(text: string): boolean {
  try {
    return consoleSocketRequest.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
