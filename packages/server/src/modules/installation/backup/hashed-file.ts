import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeError } from '../../../core/describe-error.ts';
import { StartError } from '../../../core/config/start-error.ts';
import type { WrittenFile } from './manifest.ts';

/** Writes a stream to a new file that only its owner can read, and returns its size and hash. */
export async function writeHashed(
  source: Readable,
  path: string,
  through: Transform = new PassThrough(),
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const counted = createHashCounter();
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, through, counted.pass, target);
  return counted.result();
}

/**
 * Streams a file and compares it with the size and hash that were written. A difference shows only at the end of the stream,
 * which then throws `DamagedBackup`.
 */
export async function* readHashed(path: string, written: WrittenFile): AsyncGenerator<Buffer> {
  const counted = createHashCounter();
  yield* counted.pass(createReadStream(path));
  const { bytes, sha256 } = counted.result();
  if (bytes !== written.bytes || sha256 !== written.sha256) throw new DamagedBackup(path);
}

/** Reads a file to its end and throws when it is not as it was written. */
export async function checkHashed(path: string, written: WrittenFile): Promise<void> {
  try {
    for await (const _ of readHashed(path, written));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup is damaged: ${path} cannot be read (${describeError(error)}).`, { cause: error });
  }
}

/** Thrown when a file of the backup differs from what was written. */
export class DamagedBackup extends StartError {
  constructor(path: string) {
    super(`The backup is damaged: ${path} is not as it was written.`);
    this.name = 'DamagedBackup';
  }
}

function createHashCounter() {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { pass, result: (): WrittenFile => ({ bytes, sha256: hash.digest('hex') }) };
}
