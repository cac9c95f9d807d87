import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../../testing/samples/test-files.ts';
import { WrongHash, type BlobStore } from './blob-store.ts';
import { createFileBlobs } from './file-blobs.ts';

let folder: string;
let blobs: BlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-blobs-'));
  blobs = createFileBlobs(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = Buffer.from('0123456789');
const hash = sha256Of(bytes);
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

async function store(source: string | Readable, thumbnail?: Uint8Array): Promise<void> {
  const staged = await blobs.stage(source, hash);
  if (thumbnail) await staged.addThumbnail(thumbnail);
  await staged.place();
  await staged.settle();
}

describe('blobs in a folder', () => {
  it.each(['file', 'stream'])('are stored from a finished %s under their hash', async (kind) => {
    const path = join(folder, 'finished');
    await writeFile(path, bytes);
    const source = kind === 'file' ? path : Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]);
    const staged = await blobs.stage(source, hash);
    expect(staged.size).toBe(bytes.length);
    expect(await blobs.stat(hash, 'full')).toBeNull();
    await staged.place();
    await staged.settle();
    expect(await blobs.stat(hash, 'full')).toMatchObject({ size: bytes.length });
    expect(await buffer(blobs.open(hash, 'full'))).toEqual(bytes);
    await expect(stat(join(folder, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash))).resolves.toBeTruthy();
  });

  it.each(['file', 'stream'])('keep nothing of a %s whose hash differs', async (kind) => {
    const path = join(folder, 'finished');
    if (kind === 'file') await writeFile(path, randomBytes(100));
    const source = kind === 'file' ? path : Readable.from([randomBytes(100)]);
    await expect(blobs.stage(source, hash)).rejects.toThrow(WrongHash);
    expect(await files()).toBe(0);
  });

  it('keep nothing of a stream that fails', async () => {
    const breaking = Readable.from(
      (function* () {
        yield bytes;
        throw new Error('the line is dead');
      })(),
    );
    await expect(blobs.stage(breaking, hash)).rejects.toThrow('the line is dead');
    expect(await files()).toBe(0);
  });

  it('are read in ranges', async () => {
    await store(Readable.from([bytes]));
    expect(await text(blobs.open(hash, 'full', { start: 2, end: 4 }))).toBe('234');
    expect(await text(blobs.open(hash, 'full', { start: 9, end: 9 }))).toBe('9');
  });

  it('accept the same bytes twice, and are deleted together with their thumbnail', async () => {
    await store(Readable.from([bytes]), Buffer.from('small'));
    await store(Readable.from([bytes]));
    expect(await text(blobs.open(hash, 'thumbnail'))).toBe('small');
    expect(await files()).toBe(2);
    await blobs.delete(hash);
    await blobs.delete(hash);
    expect([await blobs.stat(hash, 'full'), await blobs.stat(hash, 'thumbnail')]).toEqual([null, null]);
    expect(await files()).toBe(0);
  });

  it('remove discarded files, and temporary files that a killed server left behind', async () => {
    const staged = await blobs.stage(Readable.from([bytes]), hash);
    await staged.addThumbnail(Buffer.from('small'));
    expect(await files()).toBe(2);
    await staged.discard();
    expect(await files()).toBe(0);
    await blobs.stage(Readable.from([bytes]), hash);
    createFileBlobs(folder);
    expect(await files()).toBe(0);
  });
});
