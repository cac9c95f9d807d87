// oxlint-disable-next-line no-restricted-imports -- the test is a server; the console is not
import { once } from 'node:events';
// oxlint-disable-next-line no-restricted-imports -- the test is a server; the console is not
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createConsoleSocket } from './console-socket.ts';

/** A server that accepts connections and reads from them, but never answers. */
async function startSilentServer() {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.once('data', (data) => requests.push(String(data)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, sockets };
}

const nothing = () => {};

/** Polls with `setImmediate`, because timers are fake and `vi.waitFor` would advance them. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

it('[SPEC 9.4] a server that never answers the handshake is left after 3 s, and asked again 3 s later', async () => {
  const { origin, requests, sockets } = await startSilentServer();
  vi.stubGlobal('location', { origin });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  sessionStorage.clear();
  const socket = createConsoleSocket('token', {
    message: nothing,
    opened: nothing,
    reopened: nothing,
    sessionEnded: nothing,
    interrupted: nothing,
    gaveUp: nothing,
  });
  onTestFinished(() => {
    socket.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });

  socket.start();
  await until(() => requests.length === 1);
  expect(requests[0]).toContain('Upgrade: websocket');
  vi.advanceTimersByTime(2999);
  expect(socket.connection.get()).toBe('connecting');
  vi.advanceTimersByTime(1);
  expect(socket.connection.get()).toBe('retrying');
  await until(() => sockets[0]?.closed === true);
  vi.advanceTimersByTime(3000);
  await until(() => requests.length === 2);
});
