import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createTestScheduler } from '../../../testing/test-scheduler.ts';
import { DeviceSocket } from '../device-socket.ts';
import { createFrameScheduler } from './frame-scheduler.ts';

const frameBytes = 256 * 1024;
/** How many frames of this size all devices together may send in a burst, and then per second. */
const framesAtOnce = 16;
const framesPerSecond = 32;

/** The same timeout as for `waitFor`, which has a setting of its own. */
const patience = { timeout: 60_000 };

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: DeviceSocket });
  await once(server, 'listening');
});
afterAll(() => server.close());

/**
 * Starts devices that send large frames as fast as they are accepted, and counts the handled ones. Nothing is handled before
 * `setAccepting`.
 */
async function flooding(count: number, framesEach: number) {
  const scheduler = createTestScheduler();
  const start = scheduler.now();
  scheduler.hold(start);
  const handled: number[] = [];
  const drained: number[] = [];
  let canAccept = false;
  const sockets: DeviceSocket[] = [];
  const frameScheduler = createFrameScheduler({
    scheduler,
    handle: (socket) => void (handled[sockets.indexOf(socket)] = (handled[sockets.indexOf(socket)] ?? 0) + 1),
    canAccept: () => canAccept,
    onDrained: (socket) => void drained.push(sockets.indexOf(socket)),
  });
  const clients: WebSocket[] = [];
  const add = async (frames: number) => {
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[DeviceSocket], []];
    const place = sockets.push(socket) - 1;
    clients.push(client);
    handled[place] = 0;
    socket.on('message', (data: Buffer) => frameScheduler.add(socket, { data, isBinary: false, canReply: true }));
    for (let sent = 0; sent < frames; sent += 1) client.send(Buffer.alloc(frameBytes));
    await vi.waitUntil(() => frames === 0 || socket.waiting?.length === 1, patience);
    return place;
  };
  const send = async (place: number, bytes: number) => {
    const before = handled[place];
    clients[place]?.send(Buffer.alloc(bytes));
    // It may be served at once when the others are not ready.
    await vi.waitUntil(() => sockets[place]?.waiting?.length === 1 || handled[place] !== before, patience);
  };
  for (let place = 0; place < count; place += 1) await add(framesEach);
  onTestFinished(() => {
    frameScheduler.close();
    for (const client of clients) client.terminate();
  });
  return {
    handled,
    drained,
    sockets,
    add,
    send,
    /** The number of frames handled in all. */
    total: () => handled.reduce((sum, each) => sum + each, 0),
    passSeconds: (seconds: number) => scheduler.hold(start + seconds * 1000),
    setAccepting: (accepting: boolean) => void (canAccept = accepting),
  };
}

/** Resolves when no further frame is handled although there were many chances. */
async function settled(total: () => number, expected: number): Promise<void> {
  await vi.waitFor(() => expect(total()).toBe(expected));
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  expect(total()).toBe(expected);
}

describe('large frames of devices that flood', () => {
  it('are handled up to so many bytes in a second, over all devices, and every device has its share', async () => {
    const { handled, total, passSeconds, setAccepting } = await flooding(4, 30);
    setAccepting(true);
    await settled(total, framesAtOnce);
    passSeconds(0.5);
    await settled(total, framesAtOnce + framesPerSecond / 2);
    // A device whose next frame has not arrived when it would be served misses that round.
    for (const each of handled) expect(each).toBeGreaterThanOrEqual(total() / 4 / 2);
  });

  it('do not delay the frames of a device that sends little', async () => {
    const { handled, total, add, send, passSeconds, setAccepting } = await flooding(8, 10);
    setAccepting(true);
    await settled(total, framesAtOnce);
    const modest = await add(0);
    for (const sent of [1, 2, 3]) {
      await send(modest, frameBytes / 8);
      // One frame at a time is accepted, and eight devices have waited longer.
      passSeconds(sent / framesPerSecond);
      await vi.waitFor(() => expect(handled[modest]).toBe(sent));
    }
    expect(total()).toBeLessThanOrEqual(framesAtOnce + 2 * 3);
  });

  it('wait while received answers have to be written to disk', async () => {
    const { total, setAccepting } = await flooding(1, 3);
    await settled(total, 0);
    setAccepting(true);
    await vi.waitFor(() => expect(total()).toBe(3));
  });

  it('are handled also when the device has disconnected meanwhile', async () => {
    const { total, drained, sockets, setAccepting } = await flooding(1, 1);
    sockets[0]?.terminate();
    // A frame that is served before the socket has closed is not the last of a closed connection.
    await vi.waitUntil(() => sockets[0]?.readyState === WebSocket.CLOSED, patience);
    setAccepting(true);
    await vi.waitFor(() => expect(drained).toEqual([0]));
    expect(total()).toBe(1);
  });
});
