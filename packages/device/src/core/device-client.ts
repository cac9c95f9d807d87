import {
  deviceSocketClose,
  noticeHash,
  noticeLanguage,
  noticeVersion,
  type Capability,
  type DeviceFacts,
  type GatewayFrame,
  type Grants,
  type LogEntry,
} from '@fairwatch/contract';
import { backoffMs } from './backoff.ts';
import { createCommandRunner, type Answer } from './command-runner.ts';
import { Connection, type Vitals } from './connection.ts';
import { OwnGrants } from './grants.ts';
import type { Acts, Collectors } from './handlers.ts';
import { openDiskFile } from './disk-file.ts';
import { rowBatches } from './row-batches.ts';
import { createUploader } from './upload-file.ts';
import { Wishes } from './wishes.ts';

/** Why a device stopped for good: told to, its person left, its token is not accepted or is in use elsewhere. */
export type DeviceEnd = 'stopped' | 'left' | 'refused' | 'replaced';

export interface DeviceClientOptions {
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  token: string;
  facts: DeviceFacts;
  /** What the person shares when the device starts; from then on the client remembers it. */
  granted(): readonly Capability[];
  /** A kind that this device does not have is left out. */
  collectors: Partial<Collectors>;
  /** What it can do beside that. */
  acts?: Acts;
  vitals(): Vitals;
  log(line: string): void;
}

/** A device that has joined: stays connected, answers commands, and comes back when the connection breaks. */
export class DeviceClient {
  /** Settles when the device will not connect again. */
  readonly ended: Promise<DeviceEnd>;
  readonly #options: DeviceClientOptions;
  readonly #grants: OwnGrants;
  readonly #commands: ReturnType<typeof createCommandRunner>;
  readonly #wishes = new Wishes();
  #end: (end: DeviceEnd) => void = () => undefined;
  #connection: Connection | null = null;
  #retry: NodeJS.Timeout | undefined;
  #attempt = 0;
  #stopping = false;
  #leaving = false;
  /** One for all, so that changes keep their order. */
  #noticeHash: Promise<string> | undefined;

  constructor(options: DeviceClientOptions) {
    this.#options = options;
    this.#grants = new OwnGrants({ capabilities: options.granted(), paused: false });
    this.#commands = createCommandRunner({
      ...options,
      grants: this.#grants,
      report: (commandId, percent, phase) =>
        void this.#connection?.send({ type: 'progress', commandId, percent, ...(phase && { phase }) }),
      upload: createUploader(options, openDiskFile),
    });
    this.ended = new Promise((resolve) => (this.#end = resolve));
    void this.ended.then((end) => this.#wishes.end(`The device has ended: ${end}.`));
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

  /** What the person shares now. */
  get grants(): Grants {
    const { capabilities, paused } = this.#grants;
    return { capabilities, paused };
  }

  /** The person changed what they share, under the current notice. What is taken back stops at once. */
  async changeGrants(capabilities: readonly Capability[]): Promise<Grants> {
    this.#grants.capabilities = this.#grants.capabilities.filter((name) => capabilities.includes(name));
    this.#commands.stopUnshared();
    this.#noticeHash ??= noticeHash();
    const notice = { noticeVersion, noticeHash: await this.#noticeHash, language: noticeLanguage };
    const consent = { ...notice, capabilities: [...capabilities] };
    return this.#confirmed(await this.#wishes.ask({ type: 'consent', ...consent }, 'grants'));
  }

  /** Nothing is shared until `resume`, also while the server cannot be told. */
  async pause(): Promise<Grants> {
    this.#grants.paused = true;
    this.#commands.stopUnshared();
    return this.#confirmed(await this.#wishes.ask({ type: 'pause' }, 'grants'));
  }

  async resume(): Promise<Grants> {
    return this.#confirmed(await this.#wishes.ask({ type: 'resume' }, 'grants'));
  }

  /** Ends the supervision. The server deletes what it collected; `ended` settles with `left`. */
  async leave(): Promise<void> {
    this.#leaving = true;
    this.#grants.paused = true;
    this.#commands.stopUnshared();
    const answered = this.#wishes.ask({ type: 'leave' }, 'left').then(() => this.ended);
    // Where the answer was lost, the next connection tells: the token is no longer known.
    const end = await Promise.race([this.ended, answered]);
    if (end !== 'left') throw new Error(`The device has ended: ${end}.`);
  }

  /** A page of this device's log, newest first; `before` continues below an entry. */
  async readLog(before: number | null = null): Promise<{ entries: LogEntry[]; more: boolean }> {
    const { entries, more } = await this.#wishes.ask({ type: 'log-request', before }, 'log');
    return { entries, more };
  }

  #confirmed(server: Extract<GatewayFrame, { type: 'grants' }>): Grants {
    // A later change of mind that the server has not heard of yet stays.
    if (!this.#wishes.open.some(({ type }) => type !== 'log-request')) this.#grants.confirm(server);
    else this.#grants.narrow(server);
    return { capabilities: this.#grants.capabilities, paused: this.#grants.paused };
  }

  async #receive(frame: GatewayFrame, connection: Connection): Promise<void> {
    switch (frame.type) {
      case 'welcome':
        this.#attempt = 0;
        this.#grants.narrow(frame);
        this.#options.log('connected');
        return this.#wishes.connected((wish) => void connection.send(wish));
      case 'refused':
        this.#options.log(`the server did not take a frame: ${frame.reason}`);
        return this.#wishes.refused(frame.about, frame.reason);
      case 'cancel':
        return this.#commands.cancel(frame.commandId);
      case 'command': {
        await connection.send({ type: 'accepted', commandId: frame.commandId });
        const { answer, signal } = this.#commands.run(frame);
        return await sendAnswer(connection, frame.commandId, await answer, signal);
      }
      default:
        return this.#wishes.answered(frame);
    }
  }

  #closed(code: number): void {
    this.#connection = null;
    this.#wishes.disconnected();
    if (code === deviceSocketClose.left) return this.#end('left');
    if (this.#stopping) return this.#end('stopped');
    if (code === deviceSocketClose.refused) return this.#end(this.#leaving ? 'left' : 'refused');
    // Coming back would throw the other one out, which would come back in turn.
    if (code === deviceSocketClose.replaced) return this.#end('replaced');
    this.#retry = setTimeout(() => this.start(), backoffMs(this.#attempt));
    this.#attempt += 1;
  }
}

/** On a broken connection this stops; the server repeats the command on the next one. Cancelled, it stops for good. */
async function sendAnswer(
  connection: Connection,
  commandId: number,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  if (answer === 'cancelled') return;
  if ('failed' in answer) {
    await connection.send({ type: 'failed', commandId, reason: answer.failed.slice(0, 1000) });
    return;
  }
  let batches = 0;
  for (const rows of rowBatches(answer.rows)) {
    if (signal.aborted || !(await connection.send({ type: 'rows', commandId, batch: batches, rows }))) return;
    batches += 1;
  }
  if (!signal.aborted) await connection.send({ type: 'result', commandId, batches });
}
