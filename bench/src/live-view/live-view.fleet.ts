/** Phones that send pictures and admins who watch them, in a process of their own: what they do takes nothing from the server's. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  deviceSocketPath,
  encodeLiveFrame,
  liveHeaderBytes,
  liveView,
  livePayload,
  liveViewSocketPath,
  startLiveView,
  watchLiveView,
  type DeviceFrame,
  type Endpoint,
  type GatewayFrame,
  type InputOf,
  type OutputOf,
} from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { percentile } from '../core/table.ts';
import type { Streamed, ToLoad } from './live-view.process.ts';

const { URL: url = '', TOKEN: token = '', STATE_FILE: stateFile = '', PAIRS: pairCount = '0' } = process.env;
const isBare = stateFile === '';
/** Fifteen pictures of 20 kB make 300 kB a second. */
const perSecond = 15;
const pictureBytes = 20_000;
const minutes = 10;
const facts = {
  name: 'Phone',
  model: 'Model',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};

/** A phone and the admin who watches it. */
interface Pair {
  phone: WebSocket;
  viewer: WebSocket;
  deviceId: number;
  sessionId: number;
  sequence: number;
}

const pairs = await Promise.all(Array.from({ length: Number(pairCount) }, (_, place) => connect(place)));
const latencies: number[] = [];
let received = 0;
for (const { viewer } of pairs) viewer.on('message', note);
process.on('message', (message: ToLoad) => void act(message));
process.send?.('ready');

async function act({ what, seconds }: ToLoad): Promise<void> {
  if (what === 'stall') return await stall();
  latencies.length = 0;
  received = 0;
  const sent = await stream(seconds);
  latencies.sort((one, other) => one - other);
  const result: Streamed = {
    sent,
    received,
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
  };
  process.send?.(result);
}

/** Every phone sends its pictures, spread over the time between two of them. */
async function stream(seconds: number): Promise<number> {
  const everyMs = 1000 / perSecond;
  const started = performance.now();
  let sent = 0;
  for (let turn = 0; turn < seconds * perSecond; turn += 1) {
    for (const [place, pair] of pairs.entries()) {
      const due = started + (turn + place / pairs.length) * everyMs;
      const early = due - performance.now();
      if (early > 1) await delay(early);
      send(pair, turn);
      sent += 1;
    }
  }
  // Those that are under way.
  await delay(500);
  return sent;
}

function send(pair: Pair, turn: number): void {
  const payload = new Uint8Array(pictureBytes);
  new DataView(payload.buffer).setFloat64(0, now());
  const frame = encodeLiveFrame(
    {
      codec: 'VP8',
      isKey: turn % perSecond === 0,
      camera: 'BACK',
      isMuted: true,
      sequence: pair.sequence,
      sessionId: pair.sessionId,
      takenMs: Math.round(performance.now()),
      ageMs: 0,
    },
    payload,
  );
  pair.sequence += 1;
  pair.phone.send(frame);
}

function note(data: Buffer, isBinary: boolean): void {
  if (!isBinary || data.length <= liveHeaderBytes) return;
  received += 1;
  const payload = livePayload(data);
  latencies.push(now() - new DataView(payload.buffer, payload.byteOffset).getFloat64(0));
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Half of the viewers read nothing any more, and their phones go on sending. */
async function stall(): Promise<void> {
  for (const { viewer } of pairs.slice(0, pairs.length / 2)) viewer.pause();
  process.send?.('stalled');
}

async function connect(place: number): Promise<Pair> {
  if (isBare) {
    const [phone, viewer] = await Promise.all([opened(`/device/${place}`), opened(`/viewer/${place}`)]);
    return { phone, viewer, deviceId: place, sessionId: place + 1, sequence: 0 };
  }
  const { phones } = JSON.parse(readFileSync(stateFile, 'utf8')) as {
    phones: Record<string, { deviceId: number; token: string }>;
  };
  const { deviceId, token: deviceToken } = phones[place] ?? { deviceId: 0, token: '' };
  const phone = await opened(deviceSocketPath);
  const tell = (frame: DeviceFrame) => phone.send(JSON.stringify(frame));
  const welcomed = answerCommands(phone, tell);
  tell({ type: 'hello', token: deviceToken, facts, noticeVersion: 3, platform: 'BROWSER' });
  await welcomed;
  await call(startLiveView, { deviceId, camera: 'BACK', minutes, sound: false });
  const sessionId = await untilRunning(deviceId);
  const { pass } = await call(watchLiveView, { deviceId, sessionId });
  const viewer = await opened(`${liveViewSocketPath}?${new URLSearchParams({ pass })}`);
  return { phone, viewer, deviceId, sessionId, sequence: 0 };
}

/** Answers commands at once. Resolves with the welcome. */
function answerCommands(phone: WebSocket, tell: (frame: DeviceFrame) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  phone.on('message', (data) => {
    const frame = JSON.parse(String(data)) as GatewayFrame;
    if (frame.type === 'welcome') resolve();
    if (frame.type !== 'command') return;
    const { commandId } = frame;
    tell({ type: 'accepted', commandId });
    tell({ type: 'progress', commandId, percent: 0, phase: 'COUNTDOWN' });
    tell({ type: 'result', commandId, batches: 0 });
  });
  const beat: DeviceFrame = {
    type: 'heartbeat',
    batteryPercent: 50,
    charging: false,
    network: 'WIFI',
    appVersion: facts.appVersion,
    noticeShown: true,
  };
  const beating = setInterval(() => tell(beat), 5000);
  phone.once('close', () => clearInterval(beating));
  return promise;
}

async function untilRunning(deviceId: number): Promise<number> {
  for (;;) {
    const { session } = await call(liveView, { deviceId });
    if (session !== null && session.endedAt === null) return session.id;
    await delay(50);
  }
}

async function call<E extends Endpoint>({ path }: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(input) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: OutputOf<E> }).data;
}

async function opened(path: string): Promise<WebSocket> {
  const socket = new WebSocket(new URL(path, url.replace('http', 'ws')), { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}
