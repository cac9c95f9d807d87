import { once } from 'node:events';
import {
  decodeLiveHeader,
  encodeLiveFrame,
  liveViewMessage,
  liveViewSocketPath,
  noticeVersion,
  startLiveView,
  watchLiveView,
  type Capability,
  type LiveFrameHeader,
  type LiveViewMessage,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { logWords, type LogLine } from '../../../shared/audit/words/log-words.ts';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin, TestServer } from '../../../testing/servers/test-server.ts';

/** A viewer's socket, with everything that it was sent. */
export async function openViewer({ url }: Pick<TestServer, 'url'>, pass: string, headers: Record<string, string> = {}) {
  const address = new URL(liveViewSocketPath, url.replace('http', 'ws'));
  address.search = new URLSearchParams({ pass }).toString();
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  const frames: LiveFrameHeader[] = [];
  const told: LiveViewMessage[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return void told.push(liveViewMessage.parse(JSON.parse(String(data))));
    const header = decodeLiveHeader(data);
    if (header !== null) frames.push(header);
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  closed.catch(() => {});
  await once(socket, 'open');
  const sequences = () => frames.map(({ sequence }) => sequence);
  const viewers = () => told.findLast((message) => message.type === 'viewers')?.viewers.map(({ username }) => username);
  const ended = () => told.find((message) => message.type === 'ended')?.end;
  return { socket, frames, told, closed, sequences, viewers, ended };
}

export type Watching = Awaited<ReturnType<typeof openViewer>>;

/** The pass of an admin, by default the SUPER_ADMIN, to the live view of a device. */
export async function passTo(server: TestServer, { deviceId }: TestDevice, sessionId: number, token?: string) {
  const { errorCode, envelope } = await server.api(watchLiveView, { deviceId, sessionId }, token);
  expect(errorCode).toBe('');
  return envelope.data.pass;
}

/** A frame of a live view; a JPEG unless it says otherwise. */
export function pictureOf(
  sessionId: number,
  sequence: number,
  more: Partial<LiveFrameHeader> & { bytes?: number } = {},
) {
  const { bytes = 100, ...header } = more;
  const usual = {
    codec: 'JPEG',
    isKey: true,
    camera: 'BACK',
    isMuted: true,
    takenMs: sequence * 100,
    ageMs: 0,
  } as const;
  return encodeLiveFrame({ ...usual, sessionId, sequence, ...header }, new Uint8Array(bytes));
}

interface Starting {
  capabilities?: readonly Capability[];
  sound?: boolean;
  admin?: TestAdmin;
}

/** A connected device of a client of this version. */
export async function liveDevice(server: TestServer, capabilities?: readonly Capability[]) {
  const device = await joinDevice(server, capabilities && { capabilities });
  const raw = new RawDevice(server);
  onTestFinished(() => raw.socket.terminate());
  await raw.hello(device.token, { noticeVersion });
  return { device, raw };
}

/** Lets a device answer that its live view has begun; returns its id. */
export async function begin(
  server: TestServer,
  { device, raw }: { device: TestDevice; raw: RawDevice },
  { sound = false, admin = server.admin }: Starting = {},
): Promise<number> {
  const { deviceId } = device;
  const input = { deviceId, camera: 'BACK', minutes: 2, sound } as const;
  const { errorCode } = await server.api(startLiveView, input, admin.token);
  expect(errorCode).toBe('');
  const frame = await raw.next('command');
  const { commandId } = frame;
  raw.send({ type: 'accepted', commandId });
  raw.send({ type: 'progress', commandId, percent: 0, phase: 'COUNTDOWN' });
  raw.send({ type: 'result', commandId, batches: 0 });
  expect(await raw.next('live-view-viewers')).toMatchObject({ sessionId: commandId, names: [], count: 0 });
  return commandId;
}

/** A device with a live view that runs. */
export async function live(server: TestServer, starting: Starting = {}) {
  const { device, raw } = await liveDevice(server, starting.capabilities);
  const sessionId = await begin(server, { device, raw }, starting);
  let sequence = 0;
  const send = (more?: Parameters<typeof pictureOf>[2]) => {
    raw.socket.send(pictureOf(sessionId, sequence, more));
    sequence += 1;
  };
  const watch = async (admin: Pick<TestAdmin, 'token'> = server.admin) => {
    const count = raw.frames.length;
    const viewer = await openViewer(server, await passTo(server, device, sessionId, admin.token));
    await vi.waitFor(() => expect(raw.frames.slice(count).some(({ type }) => type === 'live-view-viewers')).toBe(true));
    return viewer;
  };
  return { device, raw, sessionId, send, watch };
}

export type Live = Awaited<ReturnType<typeof live>>;

/** How the last live view of a device is stored. */
export async function storedView(server: TestServer, { deviceId }: TestDevice) {
  const { rows } = await sql<{ id: number; end: string | null }>`
    select id, ended_how as "end" from live_views where device_id = ${deviceId} order by id desc limit 1`.execute(
    server.services.db,
  );
  return rows[0];
}

/** The sentences of the log about live views, each with who. */
export async function liveLog(server: TestServer, device: TestDevice): Promise<string[]> {
  const entries = await auditOf(server, device);
  return entries
    .filter(({ action }) => action === 'LIVE_VIEW')
    .map((entry) => `${entry.by} ${logWords(entry as unknown as LogLine)}`);
}
