import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../../core/config/start-error.ts';
import { vaultKeyPath, type VaultPlace } from '../../../core/vault.ts';
import { readHashed, writeHashed } from './hashed-file.ts';
import { backupPaths, type Manifest } from './manifest.ts';

/**
 * Names in the data folder that are not copied as files: the database and the blobs, which are backed up separately; uploads
 * in progress and unprocessed answers of devices, which start again; archives, which are kept for a day and can be requested
 * again; the outbox; the map tiles, which are large and can be downloaded again; and the marker files of a restore.
 */
const excludedNames =
  /^(?:postgres(?:\..*)?|blobs|uploads|staged-answers|archives|outbox|maps|restoring|restored|\.writable-.*|vault\.key\..+)$/;

/** The path of the vault's key in a backup, wherever the key is in the installation. */
const keyPath = 'vault.key';

/**
 * Copies the other files of the data folder, of which the vault's key matters most: without it no secret in the database can
 * be decrypted.
 */
export async function backUpDataFiles(place: VaultPlace, folder: string): Promise<Manifest['dataFiles']> {
  const files: Manifest['dataFiles'] = [];
  for (const [path, source] of await sourcesIn(place)) {
    const written = await writeHashed(createReadStream(source), backupPaths(folder).data(path));
    files.push({ path, ...written });
  }
  return files;
}

export async function restoreDataFiles(folder: string, place: VaultPlace, files: Manifest['dataFiles']): Promise<void> {
  for (const { path, ...written } of files) {
    const target = path === keyPath ? vaultKeyPath(place) : join(place.dataDir, path);
    // The vault's key may be there already: `hasKeyFile` throws unless it is the key of the backup.
    if (path === keyPath && (await hasKeyFile(place, folder))) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(
      readHashed(backupPaths(folder).data(path), written),
      createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
}

/**
 * True when VAULT_KEY_FILE is there already, as on a machine that gets its secrets by other means. Throws a StartError when it is
 * another key than the one of the backup.
 */
export async function hasKeyFile(place: VaultPlace, folder: string): Promise<boolean> {
  const path = vaultKeyPath(place);
  const present = await readFile(path).catch(() => null);
  if (present === null) return false;
  const kept = await readFile(backupPaths(folder).data(keyPath)).catch(() => null);
  if (kept !== null && kept.equals(present)) return true;
  throw new StartError(`VAULT_KEY_FILE ${path} is another key than the one in the backup. Move it away.`);
}

/** The paths of the files in a backup, and where each comes from. */
async function sourcesIn(place: VaultPlace): Promise<(readonly [path: string, source: string])[]> {
  const { dataDir } = place;
  const key = vaultKeyPath(place);
  const others = (await pathsIn(dataDir)).filter((path) => path !== keyPath && join(dataDir, path) !== key);
  const hasKey = (await readFile(key).catch(() => null)) !== null;
  const sources = others.map((path) => [path, join(dataDir, path)] as const);
  return [...sources, ...(hasKey ? [[keyPath, key] as const] : [])].sort(([one], [other]) => (one < other ? -1 : 1));
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
