import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { openBrowserSocket } from './browser-socket.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => {
  for (const peer of server.clients) peer.terminate();
  server.close();
});

function open(url: string | URL = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`) {
  const opened = Promise.withResolvers<void>();
  const texts: string[] = [];
  const closed = vi.fn<(code: number) => void>();
  const handlers = {
    onOpen: () => opened.resolve(),
    onText: (text: string) => void texts.push(text),
    onPong: () => undefined,
    onClose: closed,
  };
  return { socket: openBrowserSocket(new URL(url), handlers), opened: opened.promise, texts, closed };
}

async function connected() {
  const arrives = once(server, 'connection') as Promise<[Peer]>;
  const client = open();
  const [peer] = await arrives;
  await client.opened;
  return { ...client, peer };
}

it('carries texts both ways, and has no ping', async () => {
  const { socket, peer, texts } = await connected();
  const heard = once(peer, 'message');
  expect(await socket.send('hello')).toBe(true);
  expect(String((await heard)[0])).toBe('hello');
  peer.send('welcome');
  await vi.waitFor(() => expect(texts).toEqual(['welcome']));
  expect(socket.ping).toBeUndefined();
});

it('carries bytes without waiting, and counts what is not sent yet', async () => {
  const { socket, peer } = await connected();
  const heard = once(peer, 'message');
  expect(socket.sendBytes(Uint8Array.of(1, 2, 3))).toBe(true);
  expect(await heard).toEqual([Buffer.from([1, 2, 3]), true]);
  await vi.waitFor(() => expect(socket.buffered).toBe(0));
  peer.pause();
  const piece = new Uint8Array(1024 * 1024);
  // More than the buffers of the system hold.
  for (let sent = 0; sent < 40; sent += 1) socket.sendBytes(piece);
  expect(socket.buffered).toBeGreaterThan(piece.length);
  peer.terminate();
  await vi.waitFor(() => expect(socket.sendBytes(piece)).toBe(false));
});

it('tells with which code the other side closed it, and sends nothing any more', async () => {
  const { socket, peer, closed } = await connected();
  peer.close(4409);
  await vi.waitFor(() => expect(closed.mock.calls).toEqual([[4409]]));
  expect(await socket.send('late')).toBe(false);
});

it('is over at once when it is terminated, and says so once', async () => {
  const { socket, peer, texts, closed } = await connected();
  const left = once(peer, 'close');
  socket.terminate();
  expect(closed.mock.calls).toEqual([[1006]]);
  peer.send('late');
  await left;
  expect([closed.mock.calls.length, texts]).toEqual([1, []]);
});

it.each([
  ['nobody listens', 'ws://127.0.0.1:1'],
  ['the platform does not allow it', 'ftp://127.0.0.1'],
])('closes when %s', async (_, url) => {
  const { socket, closed } = open(url);
  await vi.waitFor(() => expect(closed.mock.calls).toEqual([[1006]]));
  expect(await socket.send('anything')).toBe(false);
});

it('lets the sender wait while the buffer is full', async () => {
  const { socket, peer } = await connected();
  peer.pause();
  // More than the buffers of the system hold.
  const piece = 'x'.repeat(1024 * 1024);
  const sending = Array.from({ length: 40 }, () => socket.send(piece));
  expect(await Promise.race([sending.at(-1), new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).toBe(
    'waits',
  );
  peer.resume();
  expect(await Promise.all(sending)).toEqual(sending.map(() => true));
});
