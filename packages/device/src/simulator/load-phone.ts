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
import { backoffMs } from '../core/backoff.ts';
import type { PreparedAnswer } from './load-answers.ts';

type Command = Extract<GatewayFrame, { type: 'command' }>;

export interface LoadPhoneOptions {
  token: string;
  facts: DeviceFacts;
  granted: readonly Capability[];
  /** What it says to a command it shares; undefined for one it does not know. */
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

class LoadSocket extends WebSocket {
  phone: LoadPhone | null = null;
  /** The connection under it, known since the handshake. */
  line: Socket | null = null;
}

/**
 * A phone reduced to what the server notices of it: no timer, no closure, no memory of commands. Its answers never
 * change, so a repeated command gets the same one.
 */
export class LoadPhone {
  /** When it may connect next; infinite once it must not come back. */
  dueAt = 0;
  #socket: LoadSocket | null = null;
  #welcomed = false;
  #attempt = 0;
  #heardAt = 0;
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
    this.#inOneGo(() => {
      this.#socket?.ping();
      this.#say({ type: 'heartbeat', ...vitals });
    });
  }

  close(): void {
    this.dueAt = Number.POSITIVE_INFINITY;
    this.#socket?.close(1000);
  }

  opened(): void {
    const { token, facts } = this.#options;
    this.#say({ type: 'hello', token, facts });
  }

  heard(): void {
    this.#heardAt = Date.now();
  }

  receive(frame: GatewayFrame): void {
    this.heard();
    if (frame.type === 'command') return this.#answer(frame);
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
    const unwanted = code === refused || code === replaced || code === left;
    if (unwanted) counts.refused += 1;
    this.dueAt = unwanted ? Number.POSITIVE_INFINITY : Math.max(this.dueAt, Date.now() + backoffMs(this.#attempt));
    this.#attempt += 1;
  }

  #answer(command: Command): void {
    const { granted, answerTo, counts } = this.#options;
    const { commandId, commandType } = command;
    const answer = answerTo(command);
    if (!answer || !granted.includes(commandCatalogue[commandType].capability)) {
      return this.#say({ type: 'failed', commandId, reason: 'This phone does not share it.' });
    }
    this.#inOneGo(() => {
      this.#say({ type: 'accepted', commandId });
      for (const [batch, rows] of answer.batches.entries()) {
        this.#socket?.send(`{"type":"rows","commandId":${commandId},"batch":${batch},"rows":${rows}}`);
      }
      this.#say({ type: 'result', commandId, batches: answer.batches.length });
    });
    counts.commands += 1;
    counts.rows += answer.rows;
  }

  /** Frames that follow one another at once leave with one call of the system: the load generator is not the load. */
  #inOneGo(say: () => void): void {
    const line = this.#socket?.line;
    line?.cork();
    say();
    line?.uncork();
  }

  #say(frame: DeviceFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

// Shared by all sockets, which are their `this`.
function onUpgrade(this: WebSocket, { socket }: IncomingMessage): void {
  if (this instanceof LoadSocket) this.line = socket;
}
function onOpen(this: WebSocket): void {
  phoneOf(this)?.opened();
}
function onMessage(this: WebSocket, data: WebSocket.RawData): void {
  // The server's word is taken unchecked: what is measured is the server.
  phoneOf(this)?.receive(JSON.parse(String(data)) as GatewayFrame);
}
function onPong(this: WebSocket): void {
  phoneOf(this)?.heard();
}
/** Every error is followed by `close`, which says all there is to do. */
function onError(): void {}
function onClose(this: WebSocket, code: number): void {
  phoneOf(this)?.closed(code);
}

function phoneOf(socket: WebSocket): LoadPhone | null {
  return socket instanceof LoadSocket ? socket.phone : null;
}
