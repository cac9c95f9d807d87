import type { ArchiveFrame } from '@fairwatch/contract';

/** An archive that can be fetched. */
export interface ReadyArchive {
  size: number;
  sha256: string;
  expiresAt: string;
}

const failed = 'The archive could not be made. Please ask for it again.';

/** What the person waits for after they asked for everything that is held about them. */
export class OwnArchive {
  readonly #ask: () => Promise<ArchiveFrame>;
  readonly #waiting: PromiseWithResolvers<ReadyArchive>[] = [];
  /** A request is said, or will be on the next connection. */
  #asking = false;

  /** `ask` says the request to the server, now or on the next connection, and resolves with the answer. */
  constructor(ask: () => Promise<ArchiveFrame>) {
    this.#ask = ask;
  }

  async request(): Promise<ReadyArchive> {
    const waiting = Promise.withResolvers<ReadyArchive>();
    this.#waiting.push(waiting);
    // Who else waits is answered together with this one.
    if (this.#waiting.length === 1) this.#askNow();
    return await waiting.promise;
  }

  /** How far it is, by the server: the answer to a request, or the news that it is done. */
  receive({ state, size, sha256, expiresAt }: ArchiveFrame): void {
    if (state === 'PENDING') return;
    const isReady = size !== null && sha256 !== null && expiresAt !== null;
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (isReady) resolve({ size, sha256, expiresAt });
      else reject(new Error(failed));
    }
  }

  /** What became of it while the connection was broken is learned by asking again: it is the same archive. */
  connected(): void {
    if (this.#waiting.length > 0) this.#askNow();
  }

  end(reason: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(reason));
  }

  #askNow(): void {
    if (this.#asking) return;
    this.#asking = true;
    this.#ask()
      .catch((error: unknown) => {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      })
      .finally(() => (this.#asking = false));
  }
}
