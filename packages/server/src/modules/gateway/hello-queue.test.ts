import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createManualScheduler } from '../../testing/test-scheduler.ts';
import { DeviceSocket } from './device-socket.ts';
import { createHelloQueue } from './hello-queue.ts';
import type { Greeting } from './liveness/presence.ts';

let server: WebSocketServer;
let client: WebSocket;
let socket: DeviceSocket;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: DeviceSocket });
  await once(server, 'listening');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[connected]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[DeviceSocket], []];
  socket = connected;
});
afterAll(() => {
  client.terminate();
  server.close();
});

/** The fields that a client of an earlier version does not send. */
const unsaid = { logHead: null, platform: null, offers: null, timeZone: null, language: null };
const facts = { name: '', model: '', osName: '', osVersion: '', appName: '', appVersion: '' };

it('slows down an address that tries unknown tokens, and nobody else', () => {
  const clock = createManualScheduler();
  const lookedUp: string[] = [];
  const hellos = createHelloQueue(clock, (_, greeting) => void lookedUp.push(greeting.facts.name));
  /** The token is derived from the address, so that one socket can stand for all devices. */
  const sayHello = (address: string) => {
    socket.address = address;
    const greeting: Greeting = {
      tokenHash: Buffer.alloc(32),
      facts: { ...facts, name: address },
      grants: undefined,
      ...unsaid,
    };
    hellos.add(socket, greeting);
  };
  for (let tried = 0; tried < 40; tried += 1) hellos.countUnknown('203.0.113.9');
  sayHello('203.0.113.9');
  sayHello('198.51.100.7');
  expect(lookedUp).toEqual(['198.51.100.7']);
  // It is delayed and not blocked, because an honest device may share the address.
  hellos.processWaiting();
  expect(lookedUp).toEqual(['198.51.100.7', '203.0.113.9']);
  for (let waiting = 0; waiting < 500; waiting += 1) sayHello('203.0.113.9');
  hellos.processWaiting();
  expect(lookedUp).toHaveLength(2 + 200);
  clock.pass(120_000);
  hellos.processWaiting();
  sayHello('203.0.113.9');
  expect(lookedUp).toHaveLength(2 + 400 + 1);
});

it('counts an IPv6 address by its /64', () => {
  const lookedUp = vi.fn<() => void>();
  const hellos = createHelloQueue(createManualScheduler(), lookedUp);
  for (let tried = 0; tried < 40; tried += 1) hellos.countUnknown(`2001:db8:1:2::${tried.toString(16)}`);
  socket.address = '2001:db8:1:2:ffff::1';
  hellos.add(socket, { tokenHash: Buffer.alloc(32), facts, grants: undefined, ...unsaid });
  expect(lookedUp).not.toHaveBeenCalled();
  socket.address = '2001:db8:1:3::1';
  hellos.add(socket, { tokenHash: Buffer.alloc(32), facts, grants: undefined, ...unsaid });
  expect(lookedUp).toHaveBeenCalledOnce();
});
