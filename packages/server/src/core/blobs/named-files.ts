import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from './blob-store.ts';
import { privateFolder } from './file-blobs.ts';
import type { S3Objects } from './s3/s3-objects.ts';

/** Files under names that the caller chooses. */
export interface NamedFiles {
  /** Returns the path at which the caller writes a new file before `put`, and which it deletes when that fails. */
  draft(name: string): Promise<string>;
  /** Moves a complete file of this machine to its name, over an earlier one. */
  put(name: string, path: string): Promise<void>;
  /** The size in bytes; null when there is no such file. */
  stat(name: string): Promise<{ size: number } | null>;
  open(name: string, range?: ByteRange): Readable;
  /** Deletes a file. Deleting a missing one is no error. */
  delete(name: string): Promise<void>;
  /** Lists the names of all files; drafts of this machine may be among them. */
  list(): Promise<string[]>;
}

/** Keeps the files in one folder. */
export function createFolderFiles(folder: string): NamedFiles {
  const pathOf = (name: string) => join(folder, name);
  return {
    async draft(name) {
      await mkdir(folder, privateFolder);
      return pathOf(`${name}.part`);
    },
    async put(name, path) {
      await mkdir(folder, privateFolder);
      await rename(path, pathOf(name));
    },
    stat: (name) => stat(pathOf(name)).catch(() => null),
    open: (name, range) => createReadStream(pathOf(name), range),
    delete: (name) => rm(pathOf(name), { force: true }),
    list: () => readdir(folder).catch(() => []),
  };
}

/** Keeps the files below a prefix of a bucket, where every server finds them. */
export function createS3Files(objects: S3Objects, prefix: string, temporaryPath: () => Promise<string>): NamedFiles {
  const keyOf = (name: string) => `${prefix}${name}`;
  return {
    draft: temporaryPath,
    async put(name, path) {
      const { size } = await stat(path);
      await objects.put(keyOf(name), { body: { path, size } });
      await rm(path, { force: true });
    },
    stat: (name) => objects.stat(keyOf(name)),
    open: (name, range) => objects.open(keyOf(name), range),
    delete: (name) => objects.delete([keyOf(name)]),
    async list() {
      const names: string[] = [];
      for await (const key of objects.list(prefix)) names.push(key.slice(prefix.length));
      return names;
    },
  };
}
