import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { openWsSocket } from './ws-socket.ts';

it('sends bytes without waiting, and counts what is not sent yet', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  await once(server, 'listening');
  const opened = Promise.withResolvers<void>();
  const arrives = once(server, 'connection') as Promise<[Peer]>;
  const socket = openWsSocket(new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`), {
    onOpen: () => opened.resolve(),
    onText: () => undefined,
    onPong: () => undefined,
    onClose: () => undefined,
  });
  expect(socket.sendBytes(Uint8Array.of(1))).toBe(false);
  const [peer] = await arrives;
  await opened.promise;
  const heard = once(peer, 'message');
  expect(socket.sendBytes(Uint8Array.of(1, 2, 3))).toBe(true);
  expect(await heard).toEqual([Buffer.from([1, 2, 3]), true]);
  peer.pause();
  const piece = new Uint8Array(1024 * 1024);
  // More than the buffers of the system hold.
  for (let sent = 0; sent < 40; sent += 1) socket.sendBytes(piece);
  expect(socket.buffered).toBeGreaterThan(piece.length);
  peer.terminate();
  await vi.waitFor(() => expect(socket.sendBytes(piece)).toBe(false));
});
