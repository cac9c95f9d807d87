import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testBlobStore } from './blob-store-suite.ts';
import { createFileBlobs } from './file-blobs.ts';

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('blobs in a folder', () => {
  testBlobStore(async (dataDir) => ({ blobs: createFileBlobs(dataDir), count: () => filesIn(dataDir) }));
});

it('a blob in a folder lies below the first digits of its hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const staged = await createFileBlobs(folder).stage(Readable.from([Buffer.from('bytes')]), null);
  const { sha256 } = staged;
  await staged.place(sha256);
  await expect(stat(join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256))).resolves.toBeTruthy();
});
