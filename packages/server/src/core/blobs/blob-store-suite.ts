import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newBlobName, WrongHash, type BlobStore } from './blob-store.ts';

interface OpenStore {
  blobs: BlobStore;
  /** Counts the files of this store, temporary ones included. */
  count(): Promise<number>;
}

const sha256Of = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const bytes = Buffer.from('0123456789');
const hash = sha256Of(bytes);

/** What every adapter of `BlobStore` must do. `open` opens an empty store with a data folder. Call it in a `describe`. */
export function testBlobStore(open: (dataDir: string) => Promise<OpenStore>): void {
  let folder: string;
  let blobs: BlobStore;
  let count: OpenStore['count'];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairwatch-blobs-'));
    ({ blobs, count } = await open(folder));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function store(source: string | Readable, thumbnail?: Uint8Array, sha256: string | null = hash, name = sha256) {
    const staged = await blobs.stage(source, sha256);
    if (thumbnail) await staged.addThumbnail(thumbnail);
    await staged.upload(name ?? staged.sha256);
    await staged.place(name ?? staged.sha256);
    await staged.settle();
    return staged;
  }

  it.each(['file', 'stream'])('are stored from a finished %s under their name', async (kind) => {
    const path = join(folder, 'finished');
    if (kind === 'file') await writeFile(path, bytes);
    const source = kind === 'file' ? path : Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]);
    const staged = await blobs.stage(source, hash);
    expect([staged.sha256, staged.size]).toEqual([hash, bytes.length]);
    const name = newBlobName(hash);
    expect(await blobs.stat(name, 'full')).toBeNull();
    await staged.upload(name);
    await staged.place(name);
    await staged.settle();
    expect(await blobs.stat(name, 'full')).toMatchObject({ size: bytes.length });
    expect(await buffer(blobs.open(name, 'full'))).toEqual(bytes);
    expect(await count()).toBe(1);
  });

  it('are stored by a hash that was computed before', async () => {
    const path = join(folder, 'finished');
    await writeFile(path, bytes);
    const staged = await blobs.stage(path, hash, hash);
    expect([staged.sha256, staged.size]).toEqual([hash, bytes.length]);
    await staged.discard();
  });

  it.each(['file', 'stream'])('keep nothing of a %s whose hash differs', async (kind) => {
    const path = join(folder, 'finished');
    if (kind === 'file') await writeFile(path, randomBytes(100));
    const source = kind === 'file' ? path : Readable.from([randomBytes(100)]);
    await expect(blobs.stage(source, hash)).rejects.toThrow(WrongHash);
    expect(await count()).toBe(0);
  });

  it('keep nothing of a stream that fails', async () => {
    const breaking = Readable.from(
      (function* () {
        yield bytes;
        throw new Error('the line is dead');
      })(),
    );
    await expect(blobs.stage(breaking, hash)).rejects.toThrow('the line is dead');
    expect(await count()).toBe(0);
  });

  it('are read in ranges', async () => {
    await store(Readable.from([bytes]));
    expect(await text(blobs.open(hash, 'full', { start: 2, end: 4 }))).toBe('234');
    expect(await text(blobs.open(hash, 'full', { start: 9, end: 9 }))).toBe('9');
  });

  it('may be empty, and may be large', async () => {
    const { sha256: none } = await store(Readable.from([]), undefined, null);
    expect(await blobs.stat(none, 'full')).toMatchObject({ size: 0 });
    const large = randomBytes(3_000_000);
    const { sha256 } = await store(Readable.from([large.subarray(0, 7), large.subarray(7)]), undefined, null);
    expect(sha256).toBe(sha256Of(large));
    expect(sha256Of(await buffer(blobs.open(sha256, 'full')))).toBe(sha256);
    const again = await store(Readable.from([large]), undefined, sha256);
    expect([again.sha256, await blobs.stat(sha256, 'full')]).toMatchObject([sha256, { size: large.length }]);
  });

  it('accept the same bytes twice, and are deleted together with their thumbnail', async () => {
    await store(Readable.from([bytes]), Buffer.from('small'));
    await store(Readable.from([bytes]));
    expect(await text(blobs.open(hash, 'thumbnail'))).toBe('small');
    expect(await count()).toBe(2);
    await blobs.delete(hash);
    await blobs.delete(hash);
    expect([await blobs.stat(hash, 'full'), await blobs.stat(hash, 'thumbnail')]).toEqual([null, null]);
    expect(await count()).toBe(0);
  });

  it('stay under one name when they are deleted under another', async () => {
    const [before, after] = [newBlobName(hash), newBlobName(hash)];
    for (const name of [before, after]) await store(Readable.from([bytes]), Buffer.from('small'), hash, name);
    await blobs.delete(before);
    expect([await blobs.stat(before, 'full'), await blobs.stat(before, 'thumbnail')]).toEqual([null, null]);
    expect([await text(blobs.open(after, 'full')), await text(blobs.open(after, 'thumbnail'))]).toEqual([
      bytes.toString(),
      'small',
    ]);
  });

  it('fail to be read when they are missing', async () => {
    await expect(buffer(blobs.open(hash, 'full'))).rejects.toThrow(/ENOENT|does not answer/);
  });

  it('remove discarded files, and temporary files that a killed server left behind', async () => {
    const staged = await blobs.stage(Readable.from([bytes]), hash);
    await staged.addThumbnail(Buffer.from('small'));
    expect(await count()).toBeGreaterThan(0);
    await staged.discard();
    expect(await count()).toBe(0);
    await blobs.stage(Readable.from([bytes]), hash);
    ({ count } = await open(folder));
    expect(await count()).toBe(0);
  });
}
