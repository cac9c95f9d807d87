import { languageTag, type ArchiveFrame, type DeviceFrame } from '@fairwatch/contract';
import { coreText } from '../texts/core.texts.ts';

/** An archive that can be fetched. */
export interface ReadyArchive {
  size: number;
  sha256: string;
  expiresAt: string;
}

/** The frame that requests an archive, in the language of this browser or machine. Some have tags that are too odd to send. */
export function archiveRequest(): DeviceFrame {
  const { navigator } = globalThis as { navigator?: { language?: string } };
  const { data: language } = languageTag.safeParse(navigator?.language);
  return { type: 'archive-request', ...(language !== undefined && { language }) };
}

/** The person's request for an archive of everything that is held about them, until it is ready. */
export class OwnArchive {
  readonly #ask: () => Promise<ArchiveFrame>;
  readonly #waiting: PromiseWithResolvers<ReadyArchive>[] = [];
  /** True while a request is sent, or waits for the next connection. */
  #asking = false;

  /** `ask` sends the request to the server, now or on the next connection, and resolves with the answer. */
  constructor(ask: () => Promise<ArchiveFrame>) {
    this.#ask = ask;
  }

  async request(): Promise<ReadyArchive> {
    const waiting = Promise.withResolvers<ReadyArchive>();
    this.#waiting.push(waiting);
    // One request answers all callers.
    if (this.#waiting.length === 1) this.#askNow();
    return await waiting.promise;
  }

  /** Handles the state of the archive: the answer to a request, or the message that it is ready or has failed. */
  receive({ state, size, sha256, expiresAt }: ArchiveFrame): void {
    if (state === 'PENDING') return;
    const isReady = size !== null && sha256 !== null && expiresAt !== null;
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (isReady) resolve({ size, sha256, expiresAt });
      else reject(new Error(coreText('archiveFailed')));
    }
  }

  /** Asks again, since the message that it is ready may have been lost. The server answers with the same archive. */
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
