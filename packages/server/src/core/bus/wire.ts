/** What a wire tells its owner. */
export interface WireListener {
  /** A message of another server. Own messages do not come back. */
  onMessage(text: string): void;
  /** Messages arrive from now on. Those that were sent before may be lost. */
  onUp(): void;
  /** Messages no longer arrive. The wire tries to mend it by itself. */
  onDown(): void;
}

/** Carries messages to all other servers, each at most once and in the order of their sender. */
export interface Wire {
  /** False while messages cannot be sent. */
  readonly isUp: boolean;
  /** The size of the largest message that it takes. */
  readonly maxBytes: number;
  /** Sends a message. False when it was not taken, because the wire is down or too much waits for it. */
  send(text: string): boolean;
  /** Sends what was taken, and ends. */
  close(): Promise<void>;
}
