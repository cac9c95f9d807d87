import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendBytes } from './append-bytes.ts';
import { privateFolder } from './file-blobs.ts';
import type { UploadParts } from './upload-parts.ts';

/** Keeps each upload as one file, on the same disk as the blobs, so that a finished file is only renamed. */
export function createFileParts(dataDir: string): UploadParts {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder, privateFolder);
  const pathOf = (id: string) => join(folder, id);

  return {
    isShared: false,
    received: async (id) => (await stat(pathOf(id)).catch(() => null))?.size ?? null,
    create: (id) => writeFile(pathOf(id), '', { mode: 0o600 }),

    async append({ id, offset, bytes, signal, check, inspect }) {
      const path = pathOf(id);
      const written = await appendBytes({ path, bytes, ...(signal && { signal }), ...(check && { check }) });
      await inspect?.(path);
      return offset + written;
    },

    flushInBackground: (id) => syncInBackground(pathOf(id)),
    source: async (id) => pathOf(id),
    // The file was moved to its place as a blob.
    settle: async () => {},
    delete: (id) => rm(pathOf(id), { force: true }),
    list: () => readdir(folder),
  };
}

/**
 * True while a chunk is being synced to disk. Only one is synced at a time, because a slow disk would block all threads of
 * the pool.
 */
let syncing = false;

function syncInBackground(path: string): void {
  if (syncing) return;
  syncing = true;
  void open(path, 'r+')
    .then((file) => file.datasync().finally(() => file.close()))
    // Errors are ignored here, because the complete file is synced again at the end.
    .catch(() => undefined)
    .finally(() => (syncing = false));
}
