import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleSocketClose, consoleSocketPath } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { useTestServer } from '../../testing/use-server.ts';
import { onUpgrade } from '../http/upgrades.ts';
import { hashToken } from '../session/session-token.ts';
import { endSession } from '../session/sessions.ts';
import { createConsoleSocket } from './console-socket.ts';

const server = useTestServer();
afterEach(() => void vi.useRealTimers());

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
  // Without the sweep, which would find it out ten seconds later.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const consoles = createConsoleSocket({ ...server.services, db });
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
