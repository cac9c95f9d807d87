import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleSocketClose, consoleSocketPath } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestScheduler } from '../../../testing/test-scheduler.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { onUpgrade } from '../../../core/http/connections/upgrades.ts';
import { hashToken } from '../../../core/http/bearer-token.ts';
import { endSession } from '../../../shared/sessions/sessions.ts';
import { createConsoleSocket } from './console-socket.ts';

const server = useTestServer();

it('a session that ends while it is admitted does not stay', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const db = server.services.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.resolve();
      await held;
      return result;
    },
  });
  // The sweep is stopped, which would notice it ten seconds later.
  const scheduler = createTestScheduler({ repeats: 'never' });
  const consoles = createConsoleSocket({ ...server.services, db, scheduler });
  const http = createServer();
  onUpgrade(http, { [consoleSocketPath]: consoles.handleUpgrade.bind(consoles) });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { token } = await server.createAdmin();
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${consoleSocketPath}?userType=ADMIN&token=${token}`);
  await read.promise;
  await endSession(server.services, hashToken(token) ?? Buffer.alloc(0));
  release();
  const [code] = await once(socket, 'close');
  expect(code).toBe(consoleSocketClose.sessionEnded);
  await consoles.close();
  http.close();
});
