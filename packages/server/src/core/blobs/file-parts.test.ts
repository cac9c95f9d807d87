import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileParts } from './file-parts.ts';
import { testUploadParts } from './upload-parts-suite.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-parts-'));
  folders.push(folder);
  return { folder, parts: createFileParts(folder), begin: async () => randomBytes(16).toString('hex') };
}

describe('parts of uploads in a folder', () => {
  testUploadParts(open);
});

it('an upload in a folder is for its owner alone, and known to be gone', async () => {
  const { folder, parts } = await open();
  await parts.append({ id: 'upload', offset: 0, bytes: Readable.from([Buffer.from('x')]) });
  const modes = await Promise.all(['uploads', 'uploads/upload'].map((path) => stat(join(folder, path))));
  expect(modes.map(({ mode }) => mode & 0o077)).toEqual([0, 0]);
  await rm(join(folder, 'uploads/upload'));
  expect(await parts.received('upload')).toBeNull();
});
