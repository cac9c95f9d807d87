import { createStore, type DeviceClient } from '@fairwatch/device/core';
import { archiveFileName, problemText } from '@fairwatch/device/words';
import { beginUnderWay } from '../updates/under-way.ts';
import { openArchiveFile, removeArchiveFile, type ArchiveWriter } from './archive-file.ts';

export type ArchiveState =
  | { phase: 'none' }
  /** The server creates it, or could not be asked yet without a connection. */
  | { phase: 'waiting' }
  | { phase: 'fetching'; received: number; size: number }
  | { phase: 'ready'; url: string; name: string; size: number; expiresAt: string }
  | { phase: 'failed'; problem: string };

type ArchiveClient = Pick<DeviceClient, 'requestArchive' | 'fetchArchive'>;

/** Requests the person's archive, waits until it is ready, downloads it and saves it. */
export class ArchiveDownload {
  readonly state = createStore<{ now: ArchiveState }>({ now: { phase: 'none' } });
  readonly #client: ArchiveClient;
  readonly #open: () => Promise<ArchiveWriter>;
  readonly #save: (url: string, name: string) => void;

  constructor(client: ArchiveClient, open = openArchiveFile, save = saveFile) {
    this.#client = client;
    this.#open = open;
    this.#save = save;
  }

  /** Starts the download. Without a connection the request is sent on the next one. */
  async start(): Promise<void> {
    const { phase } = this.state.get().now;
    if (phase === 'waiting' || phase === 'fetching') return;
    this.forget();
    this.#become({ phase: 'waiting' });
    const endUnderWay = beginUnderWay();
    try {
      const archive = await this.#client.requestArchive();
      const { size, expiresAt } = archive;
      const file = await this.#open();
      let received = 0;
      this.#become({ phase: 'fetching', received, size });
      await this.#client.fetchArchive(archive, async (bytes) => {
        await file.write(bytes);
        received += bytes.length;
        this.#become({ phase: 'fetching', received, size });
      });
      const url = URL.createObjectURL(await file.finish());
      const name = archiveFileName();
      this.#become({ phase: 'ready', url, name, size, expiresAt });
      this.#save(url, name);
    } catch (error) {
      await removeArchiveFile();
      this.#become({ phase: 'failed', problem: problemText(error) });
    } finally {
      endUnderWay();
    }
  }

  /** Deletes the downloaded copy. */
  forget(): void {
    const { now } = this.state.get();
    if (now.phase === 'ready') {
      URL.revokeObjectURL(now.url);
      void removeArchiveFile();
    }
    this.#become({ phase: 'none' });
  }

  #become(now: ArchiveState): void {
    this.state.set({ now });
  }
}

/** Lets the browser save a file. Some browsers need a tap for that: then the card's button does it. */
function saveFile(url: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
}
