import type { IncomingMessage } from 'node:http';
import {
  consoleSocketClose,
  consoleSocketPath,
  consoleSocketRequest,
  pingReplyPrefix,
  type ConsoleSocketRequest,
} from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import type { BusEvents } from '../../../shared/server-bus.ts';
import { awaitClosed, promptClose } from '../../../core/http/connections/close-sockets.ts';
import type { Session } from '../../../shared/session.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../../../core/http/connections/upgrades.ts';
import type { Services } from '../../../shared/services/services.ts';
import { isOwnOrigin } from '../../../core/http/connections/caller-origin.ts';
import { findSession } from '../../../shared/sessions/sessions.ts';
import { ConsoleClient } from './console-client.ts';
import { findOpenSessions } from './console-socket.store.ts';
import { createConsoleMessages } from './console-messages.ts';
import { createRecentChanges } from './recent-changes.ts';
import { createScopeReloader } from './scope-reloader.ts';

const maxMessageBytes = 4096;
/** A console pings every ten seconds; a client that sends far more than that is not ours. */
const maxMessagesPerSweep = 300;
const sweepEveryMs = 10_000;
/** Browsers answer pings by themselves, also in a sleeping tab; a client that has not for this long is gone. */
const silentAfterMs = 30_000;
/** Consoles load everything again at most this often, however often events of other servers are missed. */
const resyncEveryMs = 10_000;

const policyViolation = 1008;
const goingAway = 1001;

interface ConsoleSocket extends UpgradeEndpoint {
  /** The number of open sockets. */
  openSockets(): number;
}

/** Serves the sockets of consoles: checks their sessions while they are open and sends them what has changed. */
export function createConsoleSocket(services: Services): ConsoleSocket {
  const { db, bus, jobs, log, scheduler } = services;
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: ConsoleClient,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    ...promptClose,
  });
  const outgoing = createConsoleMessages(db, server.clients);
  const feed = createChangeFeed<BusEvents['changed']>(services, 'sendChanges', (changes) =>
    sendWhenReady(() => outgoing.changes(changes)),
  );
  const ticketFeed = createChangeFeed<BusEvents['ticketChanged']>(services, 'sendTicketChanges', (changes) =>
    sendWhenReady(() => outgoing.tickets(changes)),
  );
  const recent = createRecentChanges<BusEvents['changed']>(scheduler.now);
  const recentTickets = createRecentChanges<BusEvents['ticketChanged']>(scheduler.now);

  /** Until the scopes of all affected admins are reloaded nothing is sent, so that nobody learns of devices they no longer see. */
  const scopes = createScopeReloader(services, reloadScopes);
  /** Counts changes of access and ended sessions, to detect one that happens while a socket opens. */
  let accessChanges = 0;

  function sendWhenReady(sending: () => Promise<void>): void {
    scopes
      .ready()
      .then(sending)
      .catch((error: unknown) =>
        log.error({ err: error, event: 'console_socket.notify_failed' }, 'Failed to tell consoles what changed'),
      );
  }

  async function admitOrRefuse(request: IncomingMessage): Promise<Session | number> {
    try {
      return await admitConsole(services, request);
    } catch (error) {
      log.error({ err: error, event: 'console_socket.open_failed' }, 'Failed to open the socket of a console');
      return 503;
    }
  }

  function open(client: ConsoleClient, session: Session): void {
    client.tokenHash = session.tokenHash.toString('hex');
    client.setSession(session);
    client.on('message', (data, isBinary) => {
      const request = receive(client, String(data), isBinary);
      if (request?.type === 'catch-up') catchUp(client, scheduler.now() - request.loadedMs);
    });
    client.heardAt = scheduler.now();
    client.on('pong', () => (client.heardAt = scheduler.now()));
    client.on('error', (error) =>
      log.debug({ event: 'console_socket.broken', reason: error.message }, 'The socket of a console failed'),
    );
  }

  /** Tells a console once what changed since it began to load its page. */
  function catchUp(client: ConsoleClient, since: number): void {
    if (client.hasCaughtUp) return;
    client.hasCaughtUp = true;
    const [changes, tickets] = [recent.since(since), recentTickets.since(since)];
    if (changes === null || tickets === null) return client.sendMessage({ messageType: 'RESYNC' });
    sendWhenReady(async () => {
      await outgoing.changes(changes, [client]);
      await outgoing.tickets(tickets, [client]);
    });
  }

  /** Closes the sockets of sessions that ended without an event, reads the scopes anew, and makes all consoles load again. */
  function resync(): void {
    accessChanges += 1;
    recent.clear();
    recentTickets.clear();
    scopes.reload(server.clients, 'KEEP');
    resyncing.trigger();
  }

  /** Checks all sessions in the database, because sessions can end and roles can change without a bus event. */
  async function sweep(): Promise<void> {
    const checked = Array.from(server.clients);
    for (const client of checked) {
      if (scheduler.now() - client.heardAt > silentAfterMs) client.terminate();
      else client.ping();
      client.messages = 0;
    }
    await reloadScopes(checked);
  }

  async function reloadScopes(checked: readonly ConsoleClient[]): Promise<void> {
    if (checked.length === 0) return;
    const sessions = await findOpenSessions(db, [...new Set(checked.map(({ tokenHash }) => tokenHash))]);
    const byHash = new Map(sessions.map((session) => [session.tokenHash, session]));
    for (const client of checked) {
      const session = byHash.get(client.tokenHash);
      if (!session) client.close(consoleSocketClose.sessionEnded, 'session ended');
      else if (client.role === session.adminRole) client.setSession(session);
      else {
        client.setSession(session);
        // The role may have changed without a bus event, so the console reloads its profile.
        client.sendMessage({ messageType: 'CHANGED', feature: 'profile', deviceId: null });
      }
    }
  }

  const clientsOf = (tokenHash: string) =>
    Array.from(server.clients).filter((client) => client.tokenHash === tokenHash);

  const resyncing = jobs.start({
    name: 'resyncConsoles',
    gatherMs: 0,
    atMostEveryMs: resyncEveryMs,
    async run() {
      await scopes.ready();
      for (const client of server.clients) client.sendMessage({ messageType: 'RESYNC' });
    },
  });
  const sweeping = jobs.start({
    name: 'sweepConsoles',
    run: sweep,
    everyMs: sweepEveryMs,
    failure: 'console_socket.sweep_failed',
  });
  const subscriptions = [
    bus.subscribe('changed', (change) => {
      const key = `${change.feature} ${change.deviceId} ${change.userId}`;
      recent.add(key, change);
      if (server.clients.size > 0) feed.add(key, change);
    }),
    bus.subscribe('ticketChanged', (change) => {
      const key = `${change.ticketId} ${change.change}`;
      recentTickets.add(key, change);
      if (server.clients.size > 0) ticketFeed.add(key, change);
    }),
    bus.onGap(resync),
    bus.subscribe('notified', ({ notificationIds }) => sendWhenReady(() => outgoing.notifications(notificationIds))),
    bus.subscribe('accessChanged', ({ userId }) => {
      accessChanges += 1;
      scopes.reload(
        Array.from(server.clients).filter(({ scope }) => scope.userId === userId),
        'TERMINATE',
      );
    }),
    bus.subscribeLocal('sessionEnded', ({ tokenHash }) => {
      accessChanges += 1;
      for (const client of clientsOf(tokenHash)) client.close(consoleSocketClose.sessionEnded, 'session ended');
    }),
    // A console that is told so forgets its session, so it is read whether it has ended.
    bus.subscribeRemote('sessionEnded', ({ tokenHash }) => {
      accessChanges += 1;
      scopes.reload(clientsOf(tokenHash), 'TERMINATE');
    }),
  ];

  return {
    path: consoleSocketPath,

    openSockets: () => server.clients.size,

    handleUpgrade(request, socket, head) {
      // Without a listener, an error of a closed connection would crash the process.
      const onEarlyError = () => socket.destroy();
      socket.on('error', onEarlyError);
      const changesBefore = accessChanges;
      void admitOrRefuse(request).then((admitted) => {
        socket.off('error', onEarlyError);
        if (typeof admitted === 'number') return refuseUpgrade(socket, admitted);
        return server.handleUpgrade(request, socket, head, (client) => {
          open(client, admitted);
          // A change of access while the session was read may concern this client, which was not in the list yet.
          if (accessChanges !== changesBefore) scopes.reload([client], 'TERMINATE');
        });
      });
    },

    async close() {
      await Promise.all([sweeping, feed, ticketFeed, resyncing].map((job) => job.close()));
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const client of server.clients) client.close(goingAway, 'the server stops');
      await awaitClosed(server.clients);
    },
  };
}

/** Checks who opens a console socket. Returns the session, or the HTTP status of the refusal. */
async function admitConsole(services: Services, request: IncomingMessage): Promise<Session | 400 | 401 | 403> {
  const { config } = services;
  if (!isOwnOrigin(request, [config.publicUrl, ...config.consoleOrigins], config)) return 403;
  const query = URL.parse(request.url ?? '', 'http://localhost')?.searchParams;
  if (query?.get('userType') !== 'ADMIN') return 400;
  return (await findSession(services, query.get('token') ?? '')) ?? 401;
}

/** Answers a ping. Returns the message; null when it is none of ours. */
function receive(client: ConsoleClient, text: string, isBinary: boolean): ConsoleSocketRequest | null {
  client.messages += 1;
  if (client.messages > maxMessagesPerSweep) {
    client.close(policyViolation, 'too many messages');
    return null;
  }
  const request = isBinary ? null : parseRequest(text);
  if (request?.type === 'ping') client.send(`${pingReplyPrefix}${text}`);
  return request;
}

function parseRequest(text: string): ConsoleSocketRequest | null {
  try {
    return consoleSocketRequest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The shortest time between two messages. */
const sendEveryMs = 250;

/** Throttles changes: the first is sent at once, later ones at most a few times a second, each key once. */
function createChangeFeed<Change>(
  { jobs }: Pick<Services, 'jobs'>,
  name: string,
  send: (changes: readonly Change[]) => void,
) {
  const waiting = new Map<string, Change>();
  const sending = jobs.start({
    name,
    gatherMs: 0,
    atMostEveryMs: sendEveryMs,
    run() {
      const changes = Array.from(waiting.values());
      waiting.clear();
      send(changes);
    },
  });
  return {
    add(key: string, change: Change): void {
      waiting.set(key, change);
      sending.trigger();
    },
    close: sending.close,
  };
}
