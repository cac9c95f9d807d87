import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { DeviceSocket } from './device-socket.ts';
import { createFrameTurns } from './frame-turns.ts';

const frameBytes = 256 * 1024;
/** What all devices may send at once, and then in a second, in frames of this size. */
const framesAtOnce = 16;
const framesPerSecond = 32;

/** As for `waitFor`, which has its own setting. */
const patience = { timeout: 60_000 };

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: DeviceSocket });
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Devices that send large frames as fast as they are taken, and how many of each were handled. None before `setRoom`. */
async function flooding(count: number, framesEach: number) {
  const start = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
  const handled: number[] = [];
  const drained: number[] = [];
  let hasRoom = false;
  const sockets: DeviceSocket[] = [];
  const turns = createFrameTurns({
    handle: (socket) => void (handled[sockets.indexOf(socket)] = (handled[sockets.indexOf(socket)] ?? 0) + 1),
    hasRoom: () => hasRoom,
    onDrained: (socket) => void drained.push(sockets.indexOf(socket)),
  });
  const clients: WebSocket[] = [];
  const add = async (frames: number) => {
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[DeviceSocket], []];
    const place = sockets.push(socket) - 1;
    clients.push(client);
    handled[place] = 0;
    socket.on('message', (data: Buffer) => turns.add(socket, { data, isBinary: false, mayAnswer: true }));
    for (let sent = 0; sent < frames; sent += 1) client.send(Buffer.alloc(frameBytes));
    await vi.waitUntil(() => frames === 0 || socket.waiting?.length === 1, patience);
    return place;
  };
  const send = async (place: number, bytes: number) => {
    const before = handled[place];
    clients[place]?.send(Buffer.alloc(bytes));
    // It may have its turn at once, when the others are not ready.
    await vi.waitUntil(() => sockets[place]?.waiting?.length === 1 || handled[place] !== before, patience);
  };
  for (let place = 0; place < count; place += 1) await add(framesEach);
  onTestFinished(() => {
    turns.close();
    clock.mockRestore();
    for (const client of clients) client.terminate();
  });
  return {
    handled,
    drained,
    sockets,
    add,
    send,
    /** How many frames were handled in all. */
    total: () => handled.reduce((sum, each) => sum + each, 0),
    passSeconds: (seconds: number) => void clock.mockReturnValue(start + seconds * 1000),
    setRoom: (room: boolean) => void (hasRoom = room),
  };
}

/** Resolves when nothing more happens although there were many chances. */
async function settled(total: () => number, expected: number): Promise<void> {
  await vi.waitFor(() => expect(total()).toBe(expected));
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  expect(total()).toBe(expected);
}

describe('large frames of devices that flood', () => {
  it('are handled up to so many bytes in a second, over all devices, and every device has its share', async () => {
    const { handled, total, passSeconds, setRoom } = await flooding(4, 30);
    setRoom(true);
    await settled(total, framesAtOnce);
    passSeconds(0.5);
    await settled(total, framesAtOnce + framesPerSecond / 2);
    // Whoever's next frame is still on its way when their turn comes misses that one.
    for (const each of handled) expect(each).toBeGreaterThanOrEqual(total() / 4 / 2);
  });

  it('wait for each frame of a device that sends little', async () => {
    const { handled, total, add, send, passSeconds, setRoom } = await flooding(8, 10);
    setRoom(true);
    await settled(total, framesAtOnce);
    const modest = await add(0);
    for (const sent of [1, 2, 3]) {
      await send(modest, frameBytes / 8);
      // There is room for one frame at a time, and eight devices have waited longer.
      passSeconds(sent / framesPerSecond);
      await vi.waitFor(() => expect(handled[modest]).toBe(sent));
    }
    expect(total()).toBeLessThanOrEqual(framesAtOnce + 2 * 3);
  });

  it('wait while what was taken before has to be put away', async () => {
    const { total, setRoom } = await flooding(1, 3);
    await settled(total, 0);
    setRoom(true);
    await vi.waitFor(() => expect(total()).toBe(3));
  });

  it('count also when the device has gone meanwhile', async () => {
    const { total, drained, sockets, setRoom } = await flooding(1, 1);
    sockets[0]?.terminate();
    setRoom(true);
    await vi.waitFor(() => expect(drained).toEqual([0]));
    expect(total()).toBe(1);
  });
});
