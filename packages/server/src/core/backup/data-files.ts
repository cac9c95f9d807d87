import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readHashed, writeHashed } from './hashed-file.ts';
import { partsOf, type Manifest } from './manifest.ts';

/**
 * What of a data folder is no part of a backup: the database and the blobs, which come in their own way; uploads under
 * way and answers of devices that are not stored yet, which begin anew; archives of people, which are asked for again and kept for
 * a day only; mails that were written for want of a mail server; the map of streets, which is large and can be downloaded again;
 * marks of a restore.
 */
const apart =
  /^(?:postgres(?:\..*)?|blobs|uploads|staged-answers|archives|outbox|maps|restoring|restored|\.writable-.*|vault\.key\..+)$/;

/** Copies everything else that lies in the data folder: the vault's key above all. */
export async function backUpDataFiles(dataDir: string, folder: string): Promise<Manifest['dataFiles']> {
  const files: Manifest['dataFiles'] = [];
  for (const path of await pathsIn(dataDir)) {
    const written = await writeHashed(createReadStream(join(dataDir, path)), partsOf(folder).data(path));
    files.push({ path, ...written });
  }
  return files;
}

export async function restoreDataFiles(folder: string, dataDir: string, files: Manifest['dataFiles']): Promise<void> {
  for (const { path, ...written } of files) {
    const target = join(dataDir, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(
      readHashed(partsOf(folder).data(path), written),
      createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
}

async function pathsIn(dataDir: string): Promise<string[]> {
  const top = (await readdir(dataDir, { withFileTypes: true })).filter(({ name }) => !apart.test(name));
  const found = top.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const { name } of top.filter((entry) => entry.isDirectory())) {
    const below = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true });
    const files = below.filter((entry) => entry.isFile());
    found.push(...files.map((entry) => relative(dataDir, join(entry.parentPath, entry.name))));
  }
  return found.sort();
}
