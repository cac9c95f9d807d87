// oxlint-disable-next-line no-restricted-imports -- the test is a server; the console is not
import { once } from 'node:events';
// oxlint-disable-next-line no-restricted-imports -- the same
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { limits } from '@fairwatch/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createConsoleSocket } from './console-socket.ts';

/** A server that takes connections and reads what they say, and never answers. */
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

/** Waits by turns of the event loop: timers stand still, and `vi.waitFor` would move them. */
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
  vi.advanceTimersByTime(limits.consoleSocket.openMs - 1);
  expect(socket.connection.get()).toBe('connecting');
  vi.advanceTimersByTime(1);
  expect(socket.connection.get()).toBe('retrying');
  await until(() => sockets[0]?.closed === true);
  vi.advanceTimersByTime(limits.consoleSocket.retryDelayMs);
  await until(() => requests.length === 2);
  expect(limits.consoleSocket).toMatchObject({ openMs: 3000, retryDelayMs: 3000, retries: 3 });
});
