import { deviceSocketClose, type Capability, type DeviceFacts, type GatewayFrame } from '@fairwatch/contract';
import { backoffMs } from './backoff.ts';
import { createCommandRunner, type Answer } from './command-runner.ts';
import { Connection, type Vitals } from './connection.ts';
import type { Collectors } from './handlers.ts';
import { rowBatches } from './row-batches.ts';

/** Why a device stopped for good: told to, its token is not accepted, or its token is in use elsewhere. */
export type DeviceEnd = 'stopped' | 'refused' | 'replaced';

export interface DeviceClientOptions {
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  granted(): readonly Capability[];
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  vitals(): Vitals;
  log(line: string): void;
}

/** A device that has joined: stays connected, answers commands, and comes back when the connection breaks. */
export class DeviceClient {
  /** Settles when the device will not connect again. */
  readonly ended: Promise<DeviceEnd>;
  readonly #options: DeviceClientOptions;
  readonly #run: ReturnType<typeof createCommandRunner>;
  #end: (end: DeviceEnd) => void = () => undefined;
  #connection: Connection | null = null;
  #retry: NodeJS.Timeout | undefined;
  #attempt = 0;
  #stopping = false;

  constructor(options: DeviceClientOptions) {
    this.#options = options;
    this.#run = createCommandRunner(options);
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  start(): void {
    this.#connection = new Connection({
      ...this.#options,
      onFrame: (frame, connection) => void this.#receive(frame, connection),
      onClose: (code) => this.#closed(code),
    });
  }

  /** Says goodbye; resolves when the socket is closed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    if (this.#connection) this.#connection.close();
    else this.#end('stopped');
    await this.ended;
  }

  async #receive(frame: GatewayFrame, connection: Connection): Promise<void> {
    if (frame.type === 'welcome') {
      this.#attempt = 0;
      this.#options.log('connected');
    } else if (frame.type === 'refused') {
      this.#options.log(`the server did not take a frame: ${frame.reason}`);
    } else {
      await connection.send({ type: 'accepted', commandId: frame.commandId });
      await sendAnswer(connection, frame.commandId, await this.#run(frame));
    }
  }

  #closed(code: number): void {
    this.#connection = null;
    if (this.#stopping) return this.#end('stopped');
    if (code === deviceSocketClose.refused) return this.#end('refused');
    // Coming back would throw the other one out, which would come back in turn.
    if (code === deviceSocketClose.replaced) return this.#end('replaced');
    this.#retry = setTimeout(() => this.start(), backoffMs(this.#attempt));
    this.#attempt += 1;
  }
}

/** On a broken connection this stops; the server repeats the command on the next one. */
async function sendAnswer(connection: Connection, commandId: number, answer: Answer): Promise<void> {
  if ('failed' in answer) {
    await connection.send({ type: 'failed', commandId, reason: answer.failed.slice(0, 1000) });
    return;
  }
  let batches = 0;
  for (const rows of rowBatches(answer.rows)) {
    if (!(await connection.send({ type: 'rows', commandId, batch: batches, rows }))) return;
    batches += 1;
  }
  await connection.send({ type: 'result', commandId, batches });
}
