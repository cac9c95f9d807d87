import {
  deviceSocketClose,
  commandCatalogue,
  limits,
  type Capability,
  type DeviceFacts,
  type DeviceFrame,
  type GatewayFrame,
} from '@fairwatch/contract';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { backoffMs } from '../../core/retry/backoff.ts';
import type { PreparedAnswer } from './load-answers.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

export interface LoadPhoneOptions {
  token: string;
  facts: DeviceFacts;
  granted: readonly Capability[];
  /** Returns the answer to a command; undefined for one that it does not know. */
  answerTo(command: Command): PreparedAnswer | undefined;
  /** Counted for all phones together. */
  counts: LoadCounts;
}

export interface LoadCounts {
  connected: number;
  refused: number;
  commands: number;
  rows: number;
}

/** A live location that runs. */
interface LoadLive {
  sessionId: number;
  /** Unix time in ms. */
  until: number;
  /** How many points were sent. */
  points: number;
}

const noRows: PreparedAnswer = { batches: [], rows: 0 };
/** About eleven metres, in degrees. */
const stepDegrees = 0.0001;

class LoadSocket extends WebSocket {
  phone: LoadPhone | null = null;
  /** The underlying TCP socket, known since the handshake. */
  tcpSocket: Socket | null = null;
}

/**
 * A minimal phone for load tests: no timer, no closure, no state of commands. Its answers never change, so a repeated command gets
 * the same one.
 */
export class LoadPhone {
  /** When it may connect next; infinite once it must not reconnect. */
  dueAt = 0;
  #socket: LoadSocket | null = null;
  #welcomed = false;
  #attempt = 0;
  #heardAt = 0;
  #live: LoadLive | null = null;
  readonly #options: LoadPhoneOptions;

  constructor(options: LoadPhoneOptions) {
    this.#options = options;
  }

  get isAway(): boolean {
    return this.#socket === null;
  }

  get isConnecting(): boolean {
    return this.#socket !== null && !this.#welcomed;
  }

  connect(url: URL): void {
    this.#socket = new LoadSocket(url, { perMessageDeflate: false, handshakeTimeout: 20_000 });
    this.#socket.phone = this;
    this.#socket
      .on('upgrade', onUpgrade)
      .on('open', onOpen)
      .on('message', onMessage)
      .on('pong', onPong)
      .on('error', onError)
      .on('close', onClose);
  }

  beat(now: number): void {
    if (!this.#welcomed) return;
    if (now - this.#heardAt > limits.device.silentAfterMs) return this.#socket?.terminate();
    const { appVersion } = this.#options.facts;
    const vitals = { batteryPercent: 80, charging: false, network: 'WIFI', appVersion, noticeShown: true } as const;
    this.#sendTogether(() => {
      this.#socket?.ping();
      this.#send({ type: 'heartbeat', ...vitals });
    });
  }

  /** Sends the next point of its live location, if one runs: a step to the north of the one before. */
  sendPoint(now: number): void {
    if (!this.#welcomed || !this.#live) return;
    const { sessionId, until, points } = this.#live;
    if (until <= now) return void (this.#live = null);
    const latitude = 48 + (points % 10_000) * stepDegrees;
    const point = { latitude, longitude: 11, accuracy: 8, at: new Date(now).toISOString() };
    this.#live.points += 1;
    this.#send({ type: 'live-points', sessionId, points: [point] });
  }

  close(): void {
    this.dueAt = Number.POSITIVE_INFINITY;
    this.#socket?.close(1000);
  }

  opened(): void {
    const { token, facts } = this.#options;
    this.#send({ type: 'hello', token, facts });
  }

  heard(): void {
    this.#heardAt = Date.now();
  }

  receive(frame: GatewayFrame): void {
    this.heard();
    if (frame.type === 'command') return this.#answer(frame);
    if (frame.type === 'live-stop') return void (this.#live = null);
    if (frame.type !== 'welcome') return;
    this.#welcomed = true;
    this.#attempt = 0;
    this.#options.counts.connected += 1;
  }

  closed(code: number): void {
    const { counts } = this.#options;
    if (this.#welcomed) counts.connected -= 1;
    this.#welcomed = false;
    this.#socket = null;
    const { refused, replaced, left } = deviceSocketClose;
    const isFinal = code === refused || code === replaced || code === left;
    if (isFinal) counts.refused += 1;
    this.dueAt = isFinal ? Number.POSITIVE_INFINITY : Math.max(this.dueAt, Date.now() + backoffMs(this.#attempt));
    this.#attempt += 1;
  }

  #answer(command: Command): void {
    const { granted, answerTo, counts } = this.#options;
    const { commandId, commandType } = command;
    const answer = commandType === 'LIVE_LOCATION' ? noRows : answerTo(command);
    if (!answer || !granted.includes(commandCatalogue[commandType].capability)) {
      return this.#send({ type: 'failed', commandId, reason: 'This phone does not share it.' });
    }
    this.#sendTogether(() => {
      this.#send({ type: 'accepted', commandId });
      for (const [batch, rows] of answer.batches.entries()) {
        this.#socket?.send(`{"type":"rows","commandId":${commandId},"batch":${batch},"rows":${rows}}`);
      }
      this.#send({ type: 'result', commandId, batches: answer.batches.length });
    });
    counts.commands += 1;
    counts.rows += answer.rows;
    if (commandType !== 'LIVE_LOCATION') return;
    const minutes = Number(command.params['minutes']);
    this.#live = { sessionId: commandId, until: Date.now() + minutes * 60_000, points: 0 };
  }

  /** Sends several frames with one system call, so that the load generator itself needs little CPU time. */
  #sendTogether(send: () => void): void {
    const tcpSocket = this.#socket?.tcpSocket;
    tcpSocket?.cork();
    send();
    tcpSocket?.uncork();
  }

  #send(frame: DeviceFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

// Event handlers that all sockets share to save memory; `this` is the socket.
function onUpgrade(this: WebSocket, { socket }: IncomingMessage): void {
  if (this instanceof LoadSocket) this.tcpSocket = socket;
}
function onOpen(this: WebSocket): void {
  phoneOf(this)?.opened();
}
function onMessage(this: WebSocket, data: WebSocket.RawData): void {
  // Frames are not validated, since only the server is measured.
  phoneOf(this)?.receive(JSON.parse(String(data)) as GatewayFrame);
}
function onPong(this: WebSocket): void {
  phoneOf(this)?.heard();
}
/** Does nothing: every error is followed by `close`, which is handled. */
function onError(): void {}
function onClose(this: WebSocket, code: number): void {
  phoneOf(this)?.closed(code);
}

function phoneOf(socket: WebSocket): LoadPhone | null {
  return socket instanceof LoadSocket ? socket.phone : null;
}
