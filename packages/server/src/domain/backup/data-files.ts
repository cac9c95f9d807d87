import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readHashed, writeHashed } from './hashed-file.ts';
import { backupPaths, type Manifest } from './manifest.ts';

/**
 * Names in the data folder that are not copied as files: the database and the blobs, which are backed up separately; uploads
 * in progress and unprocessed answers of devices, which start again; archives, which are kept for a day and can be requested
 * again; the outbox; the map tiles, which are large and can be downloaded again; and the marker files of a restore.
 */
const excludedNames =
  /^(?:postgres(?:\..*)?|blobs|uploads|staged-answers|archives|outbox|maps|restoring|restored|\.writable-.*|vault\.key\..+)$/;

/**
 * Copies the other files of the data folder, of which the vault's key matters most: without it no secret in the database can
 * be decrypted.
 */
export async function backUpDataFiles(dataDir: string, folder: string): Promise<Manifest['dataFiles']> {
  const files: Manifest['dataFiles'] = [];
  for (const path of await pathsIn(dataDir)) {
    const written = await writeHashed(createReadStream(join(dataDir, path)), backupPaths(folder).data(path));
    files.push({ path, ...written });
  }
  return files;
}

export async function restoreDataFiles(folder: string, dataDir: string, files: Manifest['dataFiles']): Promise<void> {
  for (const { path, ...written } of files) {
    const target = join(dataDir, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(
      readHashed(backupPaths(folder).data(path), written),
      createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
}

async function pathsIn(dataDir: string): Promise<string[]> {
  const top = (await readdir(dataDir, { withFileTypes: true })).filter(({ name }) => !excludedNames.test(name));
  const found = top.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const { name } of top.filter((entry) => entry.isDirectory())) {
    const below = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true });
    const files = below.filter((entry) => entry.isFile());
    found.push(...files.map((entry) => relative(dataDir, join(entry.parentPath, entry.name))));
  }
  return found.sort();
}
