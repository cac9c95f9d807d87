import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { appendBytes } from './append-bytes.ts';

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-append-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'file');
}

/** Copies, because the buffers of a stream are freed. */
const streamOf = (pieces: readonly Buffer[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

it('the memory of pieces is freed when they were written, but not that of parts of larger buffers', async () => {
  const path = await newPath();
  const [whole, larger, small] = [randomBytes(65_536), randomBytes(65_536), Buffer.alloc(4000, 1)];
  const part = larger.subarray(1000);
  const expected = Buffer.concat([whole, part, small]);
  expect(await appendBytes({ path, bytes: Readable.from([whole, part, small]) })).toBe(expected.length);
  expect((await readFile(path)).equals(expected)).toBe(true);
  expect([whole.length, part.length, small.length]).toEqual([0, 64_536, 4000]);
});

it('pieces of any size are written in their order', async () => {
  const path = await newPath();
  const pieces = [3_000_000, 1, 600_000, 65_536, ...Array.from({ length: 3000 }, () => 7), 500_000, 600_000, 2];
  const sent = pieces.map((size) => randomBytes(size));
  const expected = Buffer.concat(sent);
  expect(await appendBytes({ path, bytes: streamOf(sent) })).toBe(expected.length);
  expect((await readFile(path)).equals(expected)).toBe(true);
});

/** Writes 1,000 bytes of the first piece, as the system may. */
async function writeFirst(this: FileHandle, batch: readonly NodeJS.ArrayBufferView[]) {
  await this.write(batch[0] as Buffer, 0, 1000);
  return { bytesWritten: 1000, buffers: batch };
}

it('a write that the system cuts short is continued', async () => {
  const path = await newPath();
  const file = await open(path, 'a');
  await file.close();
  const cut = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'writev').mockImplementationOnce(writeFirst);
  onTestFinished(() => cut.mockRestore());
  const sent = [randomBytes(600_000), randomBytes(600_000)];
  await appendBytes({ path, bytes: streamOf(sent) });
  expect((await readFile(path)).equals(Buffer.concat(sent))).toBe(true);
});
