import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCutProxy, type CutProxy } from './cut-proxy.ts';

let target: Server;
let proxy: CutProxy;
const opened: Socket[] = [];

beforeEach(async () => {
  // It sends everything back.
  target = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  proxy = await startCutProxy({ host: '127.0.0.1', port: (target.address() as AddressInfo).port });
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await proxy.close();
  target.close();
});

/** A connection through the proxy, and what came back so far. */
async function open() {
  const socket = connect(proxy.port, '127.0.0.1');
  opened.push(socket);
  const heard = { text: '' };
  socket.on('data', (chunk) => (heard.text += String(chunk)));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, heard, closed };
}

it('passes bytes on in both directions', async () => {
  const { socket, heard } = await open();
  socket.write('one');
  await expect.poll(() => heard.text).toBe('one');
});

it('breaks connections and refuses new ones until it is healed', async () => {
  const before = await open();
  proxy.cut('RESET');
  await before.closed;
  const refused = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  await new Promise<void>((resolve) => refused.once('close', () => resolve()));
  proxy.heal();
  const after = await open();
  after.socket.write('again');
  await expect.poll(() => after.heard.text).toBe('again');
});

it('holds bytes back while it is silent, of old and new connections, and passes them on when it is healed', async () => {
  const before = await open();
  before.socket.write('one');
  await expect.poll(() => before.heard.text).toBe('one');
  proxy.cut('SILENT');
  const during = await open();
  before.socket.write(', two');
  during.socket.write('three');
  // A connection beside the proxy that takes the same way shows that there was time enough.
  const beside = connect((target.address() as AddressInfo).port, '127.0.0.1');
  opened.push(beside);
  beside.write('ping');
  await once(beside, 'data');
  expect([before.heard.text, during.heard.text]).toEqual(['one', '']);
  proxy.heal();
  await expect.poll(() => [before.heard.text, during.heard.text]).toEqual(['one, two', 'three']);
});
