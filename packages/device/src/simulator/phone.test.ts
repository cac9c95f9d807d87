import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decodeLiveHeader, noticeVersion, type DeviceFrame, type GatewayFrame } from '@fairwatch/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { createPhone } from './phone.ts';
import { planPhone } from './plan/phone-plan.ts';

/** A simulated phone; the test is its server. */
async function connected() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const lines: string[] = [];
  const plan = planPhone('seed', 0);
  const phone = createPhone({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'token',
    plan,
    memory: {},
    remember: () => undefined,
    onEnded: () => undefined,
    log: (line) => void lines.push(line),
  });
  const arrives = once(server, 'connection') as Promise<[Peer]>;
  phone.start();
  const [peer] = await arrives;
  onTestFinished(async () => {
    await phone.stop();
    server.close();
  });
  const frames: DeviceFrame[] = [];
  const pictures: Uint8Array[] = [];
  peer.on('message', (data, isBinary) => {
    if (isBinary) pictures.push(data as Buffer);
    else frames.push(JSON.parse(String(data)) as DeviceFrame);
  });
  const tell = (frame: GatewayFrame) => peer.send(JSON.stringify(frame));
  const welcome = (readNotice: number) =>
    tell({
      type: 'welcome',
      deviceId: 1,
      heartbeatMs: 60_000,
      capabilities: [...plan.granted],
      paused: false,
      readNotice,
    });
  return { plan, frames, pictures, lines, tell, welcome };
}

it('a simulated phone agrees to a new notice by itself, and shares the same', async () => {
  const { plan, frames, lines, tell, welcome } = await connected();
  welcome(noticeVersion - 1);
  const capabilities = [...plan.granted];
  await vi.waitFor(() => expect(frames).toContainEqual(expect.objectContaining({ type: 'consent', noticeVersion })));
  expect(frames.find((frame) => frame.type === 'consent')).toMatchObject({ capabilities });
  tell({ type: 'grants', capabilities, paused: false, readNotice: noticeVersion });
  await vi.waitFor(() => expect(lines.join()).toContain('read the new notice, and agreed to it'));
  expect(frames.filter(({ type }) => type === 'consent')).toHaveLength(1);
});

it('a simulated phone sends moving pictures while somebody watches', async () => {
  const { frames, pictures, tell, welcome, lines } = await connected();
  welcome(noticeVersion);
  tell({
    type: 'command',
    commandId: 5,
    commandType: 'LIVE_VIEW',
    params: { camera: 'BACK', minutes: 1, sound: true },
    requestedBy: 'maria',
    expiresAt: new Date(Date.now() + 120_000).toISOString(),
  });
  await vi.waitFor(() => expect(frames).toContainEqual({ type: 'result', commandId: 5, batches: 0 }), 30_000);
  expect(frames.filter((frame) => frame.type === 'progress' && frame.phase === 'COUNTDOWN')).toHaveLength(3);
  expect(pictures).toEqual([]);
  tell({ type: 'live-view-viewers', sessionId: 5, names: ['maria'], count: 1 });
  await vi.waitFor(() => expect(pictures.length).toBeGreaterThanOrEqual(3), 30_000);
  expect(pictures.slice(0, 3).map((bytes) => decodeLiveHeader(bytes))).toMatchObject([
    { codec: 'JPEG', isMuted: true, sequence: 0 },
    { codec: 'JPEG', sequence: 1 },
    { codec: 'JPEG', sequence: 2 },
  ]);
  expect(new Set(pictures.map((bytes) => Buffer.from(bytes).toString('latin1', 24))).size).toBe(pictures.length);
  tell({ type: 'live-view-stop', sessionId: 5, end: 'STOPPED_BY_ADMIN' });
  await vi.waitFor(() => expect(lines.join()).toContain('the live picture for maria has ended: STOPPED_BY_ADMIN'));
});
