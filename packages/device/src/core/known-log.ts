import type { LogHead } from '@fairwatch/contract';

interface KnownLogOptions {
  /** What `onLogHead` last told when the device was stopped. */
  logHead?: LogHead | null;
  /** Called with the newest entry that the server told, so that it outlives this process. */
  onLogHead?(head: LogHead): void;
  log(line: string): void;
}

/**
 * The newest entry of its log that a device was told. It says so each time it connects: a server whose log was cut or rewritten
 * meanwhile cannot hide that from it.
 */
export class KnownLog {
  readonly #options: KnownLogOptions;
  #head: LogHead | null;

  constructor(options: KnownLogOptions) {
    this.#options = options;
    this.#head = options.logHead ?? null;
  }

  get head(): LogHead | null {
    return this.#head;
  }

  /** The server's word when the device arrives. It counts even if it takes something back; the person is told then. */
  welcomed(told: LogHead | undefined): void {
    if (!told) return;
    const known = this.#head;
    const shorter = known !== null && told.sequence < known.sequence;
    const other = known !== null && told.sequence === known.sequence && told.hash !== known.hash;
    if (shorter || other) {
      this.#options.log(
        `the log of this device has changed: entry ${known.sequence} ${shorter ? 'is gone' : 'is another one'}`,
      );
    }
    this.#keep(told);
  }

  /** What comes later in a connection may have been read earlier: only a newer entry counts. */
  told(told: LogHead | undefined): void {
    if (told && told.sequence > (this.#head?.sequence ?? 0)) this.#keep(told);
  }

  #keep(head: LogHead): void {
    if (head.sequence === this.#head?.sequence && head.hash === this.#head.hash) return;
    this.#head = head;
    this.#options.onLogHead?.(head);
  }
}
