import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';

const lineBreak = 0x0a;
const readBytes = 256 * 1024;

/** The batches of one answer on disk, one line of JSON each. The file is useless after a restart, so it is never synced. */
export class SpoolFile {
  readonly #path: string;
  readonly #handle: Promise<FileHandle>;
  #writing = Promise.resolve();
  #removed = false;

  constructor(path: string) {
    this.#path = path;
    this.#handle = open(path, 'wx', 0o600);
    // `append` rejects with the same error; this handler only prevents an unhandled rejection.
    this.#handle.catch(() => undefined);
  }

  /** Appends batches. Resolves when they are written. */
  async append(batches: readonly Buffer[]): Promise<void> {
    const earlier = this.#writing;
    this.#writing = this.#write(earlier, batches);
    await this.#writing;
  }

  async #write(earlier: Promise<void>, batches: readonly Buffer[]): Promise<void> {
    await earlier;
    const handle = await this.#handle;
    for (const batch of batches) {
      if (this.#removed) return;
      await handle.appendFile(Buffer.concat([batch, Buffer.of(lineBreak)]));
    }
  }

  async *readBatches(): AsyncGenerator<Buffer> {
    await this.#writing;
    const begun: Buffer[] = [];
    for await (const data of createReadStream(this.#path, { highWaterMark: readBytes })) {
      const chunk = data as Buffer;
      let from = 0;
      for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, from)) {
        yield Buffer.concat([...begun.splice(0), chunk.subarray(from, end)]);
        from = end + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
    }
  }

  /** Deletes the file, also when it could not be written. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.#writing.catch(() => undefined);
    await this.#handle.then(
      (handle) => handle.close(),
      () => undefined,
    );
    await rm(this.#path, { force: true });
  }
}
