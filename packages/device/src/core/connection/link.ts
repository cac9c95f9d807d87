import { backoffMs, moveDelayMs } from '../retry/backoff.ts';
import type { Connection } from './connection.ts';

/**
 * Connecting: a connection is being opened. Connected: the server has welcomed the device. Waiting: there is no connection, and
 * the next attempt is due at `retryAt`, or when the network is back if that is null. Ended: there will be no further one.
 */
export type ConnectionState = 'connecting' | 'connected' | 'waiting' | 'ended';
export type OnConnection = (state: ConnectionState, details: { retryAt: Date | null }) => void;

interface LinkOptions {
  open(onClose: (code: number) => void): Connection;
  /** Called for each closed connection; returns whether another one is to be opened. */
  onClosed(code: number): 'again' | 'over';
  onConnection?: OnConnection | undefined;
}

/** The WebSocket close code "try again later". */
const tryAgainLater = 1013;

/** Keeps one connection to the server open. When it breaks the next one is opened, with exponential backoff. */
export class Link {
  readonly #options: LinkOptions;
  #connection: Connection | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #isAway = false;
  #isWelcomed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get connection(): Connection | null {
    return this.#connection;
  }

  /** The server has accepted the `hello` of the current connection. */
  get isWelcomed(): boolean {
    return this.#isWelcomed;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  open(): void {
    if (this.#connection !== null) return;
    clearTimeout(this.#retry);
    this.#tell('connecting');
    this.#connection = this.#options.open((code) => this.#closed(code));
  }

  welcomed(): void {
    this.#attempt = 0;
    this.#isWelcomed = true;
    this.#tell('connected');
  }

  /** Closes the connection; false when there is none. */
  close(): boolean {
    clearTimeout(this.#retry);
    this.#connection?.close();
    return this.#connection !== null;
  }

  goAway(): void {
    this.#isAway = true;
    if (!this.close()) this.#tell('waiting');
  }

  comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    // While the old connection is still closing, its end opens the new one.
    if (this.#connection === null) this.open();
  }

  /** Opens the next connection without waiting. An open one is probed, and replaced if it is dead. */
  reconnectNow(): void {
    if (this.#isAway) return;
    this.#attempt = 0;
    if (this.#connection === null) this.open();
    else if (this.#isWelcomed) this.#connection.probe();
  }

  ended(): void {
    clearTimeout(this.#retry);
    this.#tell('ended');
  }

  #closed(code: number): void {
    this.#connection = null;
    const wasWelcomed = this.#isWelcomed;
    this.#isWelcomed = false;
    if (this.#options.onClosed(code) === 'over') return;
    if (this.#isAway) return this.#tell('waiting');
    const delayMs = wasWelcomed && code === tryAgainLater ? moveDelayMs() : backoffMs(this.#attempt);
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.open(), delayMs);
    this.#tell('waiting', new Date(Date.now() + delayMs));
  }

  #tell(state: ConnectionState, retryAt: Date | null = null): void {
    this.#options.onConnection?.(state, { retryAt });
  }
}
