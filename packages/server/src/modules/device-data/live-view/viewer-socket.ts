import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { liveViewRequest, liveViewSocketPath } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import { hashToken } from '../../../core/http/bearer-token.ts';
import { isOwnOrigin } from '../../../core/http/connections/caller-origin.ts';
import { awaitClosed, promptClose } from '../../../core/http/connections/close-sockets.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../../../core/http/connections/upgrades.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { claimPass, type JoinedViewer } from './live-viewers.store.ts';
import { joinedEntry } from './live-views.ts';
import type { LiveRooms } from './relay/live-rooms.ts';
import { LiveViewer } from './relay/live-viewer.ts';

const maxMessageBytes = 256;
/** A console pings about once a second; a client that sends far more than that is not ours. */
const maxMessagesPerSweep = 60;
const sweepEveryMs = 10_000;
const silentAfterMs = 30_000;
const policyViolation = 1008;
const goingAway = 1001;

/** Serves the sockets of those who watch a live view. Each is opened with a pass, which is used once. */
export function createViewerSocket(services: Services, rooms: LiveRooms): UpgradeEndpoint {
  const { bus, config, db, jobs, log, scheduler, server: node } = services;
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: LiveViewer,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    ...promptClose,
  });

  /** Uses the pass and writes down who begins to watch, in one transaction: what cannot be written down is not shown. */
  async function admit(request: IncomingMessage): Promise<JoinedViewer | number> {
    if (!isOwnOrigin(request, [config.publicUrl, ...config.consoleOrigins], config)) return 403;
    const query = URL.parse(request.url ?? '', 'http://localhost')?.searchParams;
    const passHash = hashToken(query?.get('pass') ?? '');
    if (passHash === null) return 401;
    try {
      const viewer = await db.transaction().execute(async (transaction) => {
        const joined = await claimPass(transaction, passHash, node.id);
        if (joined !== undefined) await appendEntries(transaction, [joinedEntry(joined)]);
        return joined;
      });
      return viewer ?? 401;
    } catch (error) {
      log.error({ err: error, event: 'live_view.open_failed' }, 'Failed to open the socket of a viewer');
      return 503;
    }
  }

  function open(socket: LiveViewer, viewer: JoinedViewer): void {
    socket.viewer = viewer;
    socket.heardAt = scheduler.now();
    rooms.add(socket);
    socket.on('message', (data, isBinary) => answer(socket, isBinary ? null : String(data)));
    socket.on('pong', () => (socket.heardAt = scheduler.now()));
    socket.on('close', () => rooms.remove(socket));
    socket.on('error', (error) =>
      log.debug({ event: 'live_view.socket_failed', reason: error.message }, 'The socket of a viewer failed'),
    );
  }

  const sweeping = jobs.start({
    name: 'sweepViewers',
    everyMs: sweepEveryMs,
    run() {
      for (const socket of server.clients) {
        if (scheduler.now() - socket.heardAt > silentAfterMs) socket.terminate();
        else socket.ping();
        socket.messages = 0;
      }
    },
  });

  /** Lets somebody watch whose pass was used. Returns false when their connection is gone already. */
  function upgrade(
    viewer: JoinedViewer,
    [request, connection, head]: Parameters<UpgradeEndpoint['handleUpgrade']>,
  ): LiveViewer | null {
    let opened: LiveViewer | null = null;
    server.handleUpgrade(request, connection, head, (socket) => {
      socket.reset = () => resetConnection(connection, socket);
      open(socket, viewer);
      opened = socket;
    });
    return opened;
  }

  return {
    path: liveViewSocketPath,

    handleUpgrade(request, connection, head) {
      // Without a listener, an error of a closed connection would crash the process.
      const onEarlyError = () => connection.destroy();
      connection.on('error', onEarlyError);
      const changesBefore = rooms.changes;
      void admit(request).then((viewer) => {
        connection.off('error', onEarlyError);
        if (typeof viewer === 'number') return refuseUpgrade(connection, viewer);
        const socket = upgrade(viewer, [request, connection, head]);
        if (socket === null) return rooms.forget(viewer);
        const { deviceId, sessionId } = viewer;
        bus.publish('liveViewersChanged', { deviceId, sessionId });
        bus.publish('changed', { feature: 'live-view', deviceId });
        bus.publish('changed', { feature: 'commands', deviceId });
        return rooms.admit(socket, changesBefore);
      });
    },

    async close() {
      await sweeping.close();
      for (const socket of server.clients) socket.close(goingAway, 'the server stops');
      await awaitClosed(server.clients);
    },
  };
}

/** Answers a ping, whatever else a viewer sends. */
function answer(socket: LiveViewer, text: string | null): void {
  socket.messages += 1;
  if (socket.messages > maxMessagesPerSweep) return socket.close(policyViolation, 'too many messages');
  const at = text === null ? null : readPing(text);
  if (at !== null) socket.tell({ type: 'pong', at });
}

/** Closes a connection so that what the system still has of it is not sent, where it can. */
function resetConnection(connection: Duplex, socket: LiveViewer): void {
  if ('resetAndDestroy' in connection) (connection as Socket).resetAndDestroy();
  else socket.terminate();
}

/** Reads the time of a ping; null for anything else. */
function readPing(text: string): number | null {
  try {
    return liveViewRequest.safeParse(JSON.parse(text)).data?.at ?? null;
  } catch {
    return null;
  }
}
