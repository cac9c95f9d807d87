import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeLiveHeader } from '@fairwatch/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { pictureOf } from '../live-view-for-test.ts';
import { LiveViewer } from './live-viewer.ts';

/** A viewer on a real connection, and the other end of it. */
async function connected() {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new WebSocketServer({ server: http, WebSocket: LiveViewer });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    http.close();
  });
  const [viewer] = (await once(server, 'connection')) as [LiveViewer];
  await once(client, 'open');
  viewer.isHeld = false;
  const sequences: number[] = [];
  client.on('message', (data: Buffer) => sequences.push(decodeLiveHeader(data)?.sequence ?? -1));
  let sequence = 0;
  const offer = (isKey: boolean, bytes = 100) => {
    const frame = Buffer.from(pictureOf(1, sequence, { codec: 'VP8', isKey, bytes }));
    const header = decodeLiveHeader(frame);
    if (header !== null) viewer.offer({ header, bytes: frame });
    sequence += 1;
  };
  return { viewer, client, sequences, offer };
}

it('keeps a bound on what waits for a viewer that never reads', async () => {
  const { viewer, client, offer } = await connected();
  client.pause();
  let most = 0;
  // 60 MB, which is several times what the system takes.
  for (let count = 0; count < 400; count += 1) {
    offer(true, 150_000);
    most = Math.max(most, viewer.bufferedAmount);
    if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(viewer.pictures).toBeLessThan(400);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(300_000);
});

it('sends nothing while it is held, and goes on with a key frame', async () => {
  const { viewer, sequences, offer } = await connected();
  offer(true);
  viewer.isHeld = true;
  offer(false);
  viewer.isHeld = false;
  offer(false);
  offer(true);
  offer(false);
  await vi.waitFor(() => expect(sequences).toEqual([0, 3, 4]));
  expect(viewer.pictures).toBe(3);
});

it('is cut when it ends while pictures wait: they are not sent any more', async () => {
  const { viewer, client, sequences, offer } = await connected();
  const closed = once(client, 'close');
  client.pause();
  while (viewer.bufferedAmount === 0) offer(true, 150_000);
  viewer.end('WITHDRAWN');
  client.resume();
  const [code] = (await closed) as [number];
  expect(code).toBe(1006);
  expect(sequences.length).toBeLessThan(viewer.pictures);
});
