import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import type { NewPart, UploadParts } from './upload-parts.ts';

interface OpenParts {
  parts: UploadParts;
  /** Begins an upload as the caller would, with its row, and returns its id. */
  begin(): Promise<string>;
}

function refuse(): never {
  throw new Error('not this');
}

/** What every adapter of `UploadParts` must do. `open` opens an empty one. Call it in a `describe`. */
export function testUploadParts(open: () => Promise<OpenParts>): void {
  let parts: UploadParts;
  let begin: OpenParts['begin'];
  beforeEach(async () => {
    ({ parts, begin } = await open());
  });

  // A copy, because its buffer is freed.
  const append = (id: string, offset: number, bytes: Uint8Array, more: Partial<NewPart> = {}) =>
    parts.append({ id, offset, bytes: Readable.from([Buffer.from(bytes)]), ...more });

  async function whole(id: string): Promise<Buffer> {
    const source = await parts.source(id);
    return typeof source === 'string' ? await readFile(source) : await buffer(source);
  }

  it('are put together in their order', async () => {
    const id = await begin();
    await parts.create(id);
    expect(await parts.received(id)).toBe(0);
    const pieces = [randomBytes(10), randomBytes(2_500_000), randomBytes(1)];
    let offset = 0;
    for (const piece of pieces) {
      offset = await append(id, offset, piece);
      parts.flushInBackground(id);
      expect(await parts.received(id)).toBe(offset);
    }
    expect((await whole(id)).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('may be one, whose size is known', async () => {
    const id = await begin();
    await parts.create(id);
    const bytes = randomBytes(1000);
    expect(await append(id, 0, bytes, { size: 1000 })).toBe(1000);
    expect(await parts.received(id)).toBe(1000);
    expect(await parts.list()).toContain(id);
    expect((await whole(id)).equals(bytes)).toBe(true);
  });

  it('may have no bytes', async () => {
    const id = await begin();
    await parts.create(id);
    expect(await append(id, 0, Buffer.alloc(0))).toBe(0);
    expect(await append(id, 0, Buffer.from('abc'))).toBe(3);
    expect(await append(id, 3, Buffer.alloc(0))).toBe(3);
    expect(String(await whole(id))).toBe('abc');
  });

  it('show the first bytes to who wants to refuse them', async () => {
    const id = await begin();
    let seen = '';
    const inspect = async (path: string) => void (seen = await readFile(path, 'utf8'));
    await append(id, 0, Buffer.from('the beginning'), { inspect });
    expect(seen).toBe('the beginning');
    await expect(append(id, 13, Buffer.from('x'), { inspect: refuse })).rejects.toThrow('not this');
  });

  it('keep what arrived before the line broke', async () => {
    const id = await begin();
    const line = new PassThrough();
    const arrived = randomBytes(100_000);
    const adding = parts.append({ id, offset: 0, bytes: line });
    line.write(Buffer.from(arrived));
    line.once('drain', () => line.destroy(new Error('the line is dead')));
    await expect(adding).rejects.toThrow('the line is dead');
    expect(await parts.received(id)).toBe(arrived.length);
    await append(id, arrived.length, Buffer.from('the rest'));
    expect((await whole(id)).equals(Buffer.concat([arrived, Buffer.from('the rest')]))).toBe(true);
  });

  it('are refused piece by piece, and ended by a signal', async () => {
    const id = await begin();
    await expect(append(id, 0, Buffer.from('x'), { check: refuse })).rejects.toThrow('not this');
    expect((await parts.received(id)) ?? 0).toBe(0);
    const abort = new AbortController();
    const adding = parts.append({ id, offset: 0, bytes: new PassThrough(), signal: abort.signal });
    abort.abort();
    await expect(adding).rejects.toThrow('aborted');
  });

  it('are listed until they are deleted', async () => {
    const [one, other] = [await begin(), await begin()];
    await append(one, 0, Buffer.from('one'));
    await append(other, 0, Buffer.from('other'), { size: 5 });
    expect((await parts.list()).sort()).toEqual([one, other].sort());
    for (const id of [one, one, other]) await parts.delete(id);
    expect(await parts.list()).toEqual([]);
    expect((await parts.received(one)) ?? 0).toBe(0);
  });
}
