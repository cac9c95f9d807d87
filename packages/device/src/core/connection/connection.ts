import {
  deviceSocketPath,
  gatewayFrame,
  noticeVersion,
  type DeviceFacts,
  type DeviceFrame,
  type GatewayFrame,
  type Grants,
  type LogHead,
  type Offers,
  type Platform,
} from '@fairwatch/contract';
import type { DeviceSocket, OpenSocket } from './device-socket.ts';

/** What a device reports with each heartbeat. */
export type Vitals = Omit<Extract<DeviceFrame, { type: 'heartbeat' }>, 'type'>;

/** After so many heartbeats without an answer the connection counts as dead. */
const heartbeatsUnanswered = 2.5;
/** The timeout of a probe. The radio of a phone needs seconds to wake up. */
const probeTimeoutMs = 5000;

interface ConnectionOptions {
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  /** What kind of client this is, and what it can carry out: told in `hello`. */
  platform?: Platform;
  offers?: Offers;
  /** The time zone of the device's clock, read for each connection: people travel. */
  timeZone?(): string;
  readsIn?(): string;
  openSocket: OpenSocket;
  /** What the person shares when the connection opens. */
  grants: Grants;
  /** The newest entry of its log that the device knows. */
  knownLog: { head: LogHead | null };
  vitals(): Vitals;
  onFrame(frame: GatewayFrame, connection: Connection): void;
  /** Called once, whatever ended the connection. */
  onClose(code: number): void;
}

/** One socket from `hello` to its end: sends `hello` and the heartbeats, and notices when the server does not answer any more. */
export class Connection {
  readonly #socket: DeviceSocket;
  readonly #options: ConnectionOptions;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #heardAt = Date.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = options.openSocket(deviceSocketUrl(options.serverUrl), {
      onOpen: () => void this.#greet(),
      onText: (text) => this.#receive(text),
      onPong: () => this.#heard(),
      onClose: (code) => {
        clearInterval(this.#heartbeat);
        clearTimeout(this.#probe);
        options.onClose(code);
      },
    });
  }

  /** Resolves once the socket can take more, so that a slow network slows the sender down (backpressure); false when it is closed. */
  send(frame: DeviceFrame): Promise<boolean> {
    return this.#socket.send(JSON.stringify(frame));
  }

  /** Sends one binary message without waiting; false when the socket is not open. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#socket.sendBytes(bytes);
  }

  /** How many bytes are not sent yet. */
  get buffered(): number {
    return this.#socket.buffered;
  }

  #greet(): Promise<boolean> {
    const { token, facts, grants, knownLog, platform, offers, timeZone, readsIn } = this.#options;
    const { capabilities, paused, hours } = grants;
    return this.send({
      type: 'hello',
      token,
      facts,
      grants: { capabilities: [...capabilities], paused, hours },
      logHead: knownLog.head,
      noticeVersion,
      knowsKinds: true,
      ...(platform && { platform }),
      ...(offers && { offers }),
      ...(timeZone && { timeZone: timeZone() }),
      ...(readsIn && { language: readsIn() }),
    });
  }

  /** Sends a heartbeat. Whether a call is under way is included only while the person shares call recording. */
  sendVitals(): void {
    const { vitals, grants } = this.#options;
    const { inCall, ...always } = vitals();
    const tellsCalls = inCall !== undefined && !grants.paused && grants.capabilities.includes('CALL_RECORDING');
    void this.send({ type: 'heartbeat', ...always, ...(tellsCalls && { inCall }) });
  }

  /** Pings the server, and ends the connection when no answer comes in time. */
  probe(): void {
    if (this.#probe !== undefined) return;
    this.#probe = setTimeout(() => this.#socket.terminate(), probeTimeoutMs);
    this.#ping();
  }

  close(): void {
    this.#socket.close(1000);
  }

  #heard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#probe);
    this.#probe = undefined;
  }

  #receive(text: string): void {
    this.#heard();
    const frame = readFrame(text);
    if (!frame) return;
    if (frame.type === 'welcome') this.#startHeartbeat(frame.heartbeatMs);
    this.#options.onFrame(frame, this);
  }

  #startHeartbeat(everyMs: number): void {
    const beat = () => {
      if (Date.now() - this.#heardAt > everyMs * heartbeatsUnanswered) return this.#socket.terminate();
      this.#ping();
      this.sendVitals();
    };
    beat();
    this.#heartbeat = setInterval(beat, everyMs);
  }

  /** Sends a ping frame where the platform has no ping of the WebSocket protocol. */
  #ping(): void {
    if (this.#socket.ping) this.#socket.ping();
    else void this.send({ type: 'ping' });
  }
}

/** The address of the device socket of a server. */
export function deviceSocketUrl(serverUrl: string): URL {
  const url = new URL(deviceSocketPath, serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

/** Parses a frame; undefined for one that this version does not know, which a newer server may send. */
function readFrame(text: string): GatewayFrame | undefined {
  try {
    return gatewayFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
