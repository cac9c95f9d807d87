import {
  decodeLiveHeader,
  limits,
  livePayload,
  liveViewMessage,
  liveViewSocketPath,
  type LiveViewEnd,
  type LiveViewer,
  type LiveViewMessage,
} from '@fairwatch/contract';
import { socketBaseUrl } from '../../../core/api/environments.ts';
import { createRoundTrip } from './picture/picture-age.ts';
import type { LivePacket } from './picture/live-decoder.ts';

const pingMs = 2_000;
/** A connection that has answered no ping for so long is lost, whatever the browser says. */
const silentMs = 8_000;
const openMs = 5_000;

export interface LiveViewSocketEvents {
  opened(): void;
  /** A picture or a packet of sound. */
  packet(packet: LivePacket): void;
  viewers(viewers: readonly LiveViewer[]): void;
  ended(end: LiveViewEnd): void;
  /** The connection broke, or was never made. The socket is closed and calls nothing after it. */
  lost(): void;
}

export interface LiveViewSocket {
  /** How long a ping and its answer take, in milliseconds. */
  roundTripMs(): number;
  close(): void;
}

function readMessage(text: string): LiveViewMessage | null {
  try {
    const message = liveViewMessage.safeParse(JSON.parse(text));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

/** Opens the socket of one live view. What is no message, or belongs to another live view, is ignored. */
export function openLiveViewSocket(pass: string, sessionId: number, events: LiveViewSocketEvents): LiveViewSocket {
  const roundTrip = createRoundTrip();
  const socket = new WebSocket(`${socketBaseUrl()}${liveViewSocketPath}?${new URLSearchParams({ pass })}`);
  socket.binaryType = 'arraybuffer';
  let isClosed = false;
  let heardAt = performance.now();
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  const openTimer = setTimeout(lose, openMs);

  function close(): void {
    isClosed = true;
    clearInterval(pingTimer);
    clearTimeout(openTimer);
    socket.close();
  }

  function lose(): void {
    if (isClosed) return;
    close();
    events.lost();
  }

  function ping(): void {
    const at = performance.now();
    if (at - heardAt > silentMs) lose();
    else socket.send(JSON.stringify({ type: 'ping', at }));
  }

  function hearText(text: string): void {
    const message = readMessage(text);
    if (message?.type === 'pong') roundTrip.add(performance.now() - message.at);
    if (message?.type === 'viewers') events.viewers(message.viewers);
    if (message?.type === 'ended') {
      close();
      events.ended(message.end);
    }
  }

  function hearBytes(bytes: ArrayBuffer): void {
    if (bytes.byteLength > limits.liveView.maxFrameBytes) return;
    const frame = new Uint8Array(bytes);
    const header = decodeLiveHeader(frame);
    if (header === null || header.sessionId !== sessionId) return;
    const payload = livePayload(frame) as Uint8Array<ArrayBuffer>;
    events.packet({ header, payload, ageMs: header.ageMs, receivedAt: performance.now() });
  }

  socket.addEventListener('open', () => {
    if (isClosed) return;
    clearTimeout(openTimer);
    heardAt = performance.now();
    pingTimer = setInterval(ping, pingMs);
    ping();
    events.opened();
  });
  socket.addEventListener('close', lose);
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isClosed) return;
    heardAt = performance.now();
    if (typeof data === 'string') hearText(data);
    if (data instanceof ArrayBuffer) hearBytes(data);
  });

  return { roundTripMs: roundTrip.median, close };
}
