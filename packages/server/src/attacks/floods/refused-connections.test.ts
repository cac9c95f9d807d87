import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { consoleSocketPath, deviceSocketPath } from '@fairwatch/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();

/** Both sockets of every connection of a test. The clients never close theirs. */
const serverEnds: Socket[] = [];
const clients: Socket[] = [];
const noteSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  if (String(socket.localPort) === new URL(server.url).port) serverEnds.push(socket);
};
beforeAll(() => subscribe('net.server.socket', noteSocket));
afterAll(() => unsubscribe('net.server.socket', noteSocket));
afterEach(() => {
  for (const socket of clients.splice(0)) socket.destroy();
  serverEnds.length = 0;
});

/** Connects a client that sends these bytes and never closes its side. */
async function stubborn(bytes: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  clients.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(bytes);
  return socket;
}

function upgrade(path: string, { key = 'dGhlIHNhbXBsZSBub25jZQ==', origin = '' } = {}): string {
  const named = origin === '' ? '' : `Origin: ${origin}\r\n`;
  return (
    `GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `${named}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`
  );
}

/** A TLS client hello, for a server without TLS. */
const tlsHello = Buffer.from('1603010200010001fc0303', 'hex');
const halfRequest = 'POST /admin/v1/api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/j';

/** Bytes that the server refuses, and incomplete requests. */
const refused: [what: string, bytes: () => string | Buffer][] = [
  ['garbage', () => 'garbage\r\n\r\n'],
  ['TLS', () => tlsHello],
  ['nothing at all', () => ''],
  ['half a header', () => halfRequest],
  ['headers that are too large', () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['an upgrade of no path of ours', () => upgrade('/nowhere')],
  ['a console socket without a token', () => upgrade(`${consoleSocketPath}?userType=ADMIN`)],
  ['a console socket from another site', () => upgrade(consoleSocketPath, { origin: 'https://evil.example' })],
  ['a device socket with a wrong key', () => upgrade(deviceSocketPath, { key: 'wrong' })],
  ['a device socket that never says hello', () => upgrade(deviceSocketPath)],
];

const open = () => serverEnds.filter(({ destroyed }) => !destroyed).length;

/** Connects so many of each kind, and waits until the server has closed all of them. Resolves with how many it has left open. */
async function leftOf(each: number): Promise<number> {
  for (const [, bytes] of refused) await Promise.all(Array.from({ length: each }, () => stubborn(bytes())));
  await expect.poll(() => serverEnds.length).toBe(each * refused.length);
  await expect.poll(open).toBe(0);
  return open();
}

describe('connections that the server refuses, from clients that never close their side', () => {
  it('leave no socket behind, fifty of them', async () => {
    expect(await leftOf(5)).toBe(0);
  });

  it('leave no socket behind, a thousand of them', { tags: 'full' }, async () => {
    expect(await leftOf(100)).toBe(0);
  });

  it('get a reason before they are closed', async () => {
    const socket = await stubborn('garbage\r\n\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    await new Promise((resolve) => socket.once('end', resolve));
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 [^]*malformed_json/);
  });

  it('get a timeout response when they are too slow', { tags: 'full' }, async () => {
    const socket = await stubborn(halfRequest);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    await new Promise((resolve) => socket.once('end', resolve));
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
  });
});
