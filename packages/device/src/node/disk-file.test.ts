import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskFile } from './disk-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-disk-'));
  await writeFile(join(folder, 'file'), 'abc');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file on the disk', () => {
  it('is known by its hash and read in pieces', async () => {
    const file = await openDiskFile(join(folder, 'file'));
    expect([file.size, file.sha256]).toEqual([3, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad']);
    expect(Buffer.from(await file.read(1, 3)).toString()).toBe('bc');
    expect(Buffer.from(await file.read(2, 9)).toString()).toBe('c');
    await file.close();
  });

  it('is no folder, and not missing', async () => {
    await expect(openDiskFile(folder)).rejects.toThrow('EISDIR');
    await expect(openDiskFile(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});
