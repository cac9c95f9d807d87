import type { LogHead } from '@fairwatch/contract';

interface KnownLogOptions {
  /** What `onLogHead` was called with last before the device was stopped. */
  logHead?: LogHead | null;
  /** Called with the newest entry that the server sent, to be stored across restarts. */
  onLogHead?(head: LogHead): void;
  log(line: string): void;
}

/**
 * The newest entry of its log that a device has received. It sends this each time it connects, so that a server whose log was cut or
 * rewritten meanwhile cannot hide that.
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

  /** Takes the server's newest entry on connect, even if it is older than the known one; that is logged for the person. */
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

  /** Takes a newer entry. Frames may carry entries that were read in another order, so an older one is ignored. */
  told(told: LogHead | undefined): void {
    if (told && told.sequence > (this.#head?.sequence ?? 0)) this.#keep(told);
  }

  #keep(head: LogHead): void {
    if (head.sequence === this.#head?.sequence && head.hash === this.#head.hash) return;
    this.#head = head;
    this.#options.onLogHead?.(head);
  }
}
