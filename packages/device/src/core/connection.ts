import {
  deviceSocketPath,
  gatewayFrame,
  noticeVersion,
  type DeviceFacts,
  type DeviceFrame,
  type GatewayFrame,
  type Grants,
  type LogHead,
} from '@fairwatch/contract';
import { WebSocket } from 'ws';

/** What a device reports with each heartbeat. */
export type Vitals = Omit<Extract<DeviceFrame, { type: 'heartbeat' }>, 'type'>;

/** A server that answers nothing for this many heartbeats is taken for gone. */
const heartbeatsUnanswered = 2.5;

interface ConnectionOptions {
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  /** What the person shares when the connection opens. */
  grants: Grants;
  /** The newest entry of its log that the device knows. */
  knownLog: { head: LogHead | null };
  vitals(): Vitals;
  onFrame(frame: GatewayFrame, connection: Connection): void;
  /** Called once, whatever ended the connection. */
  onClose(code: number): void;
}

/** One socket from `hello` to its end: speaks first, keeps the heartbeat, and notices when the server is gone. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  #heartbeat: NodeJS.Timeout | undefined;
  #heardAt = Date.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = new WebSocket(deviceSocketUrl(options.serverUrl), {
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    });
    this.#socket.on('open', () => void this.#greet());
    this.#socket.on('message', (data) => this.#receive(String(data)));
    this.#socket.on('pong', () => (this.#heardAt = Date.now()));
    // Every error is followed by `close`, which says all there is to do.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code) => {
      clearInterval(this.#heartbeat);
      options.onClose(code);
    });
  }

  /** Resolves once the frame has left, so that a slow line slows the sender; false when the connection is gone. */
  send(frame: DeviceFrame): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== WebSocket.OPEN) resolve(false);
      else this.#socket.send(JSON.stringify(frame), (error) => resolve(!error));
    });
  }

  #greet(): Promise<boolean> {
    const { token, facts, grants, knownLog } = this.#options;
    const { capabilities, paused, hours } = grants;
    const shared = { capabilities: [...capabilities], paused, hours };
    return this.send({ type: 'hello', token, facts, grants: shared, logHead: knownLog.head, noticeVersion });
  }

  /** Says how the device is now. Whether its person talks to somebody is told only while they share call recording. */
  sendVitals(): void {
    const { vitals, grants } = this.#options;
    const { inCall, ...always } = vitals();
    const tellsCalls = inCall !== undefined && !grants.paused && grants.capabilities.includes('CALL_RECORDING');
    void this.send({ type: 'heartbeat', ...always, ...(tellsCalls && { inCall }) });
  }

  close(): void {
    this.#socket.close(1000);
  }

  #receive(text: string): void {
    this.#heardAt = Date.now();
    const frame = readFrame(text);
    if (!frame) return;
    if (frame.type === 'welcome') this.#startHeartbeat(frame.heartbeatMs);
    this.#options.onFrame(frame, this);
  }

  #startHeartbeat(everyMs: number): void {
    const beat = () => {
      if (Date.now() - this.#heardAt > everyMs * heartbeatsUnanswered) return this.#socket.terminate();
      this.#socket.ping();
      this.sendVitals();
    };
    beat();
    this.#heartbeat = setInterval(beat, everyMs);
  }
}

/** Where the devices' socket of a server is. */
export function deviceSocketUrl(serverUrl: string): URL {
  const url = new URL(deviceSocketPath, serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

/** A newer server may say what this device does not know yet; that is no reason to fall over. */
function readFrame(text: string): GatewayFrame | undefined {
  try {
    return gatewayFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
