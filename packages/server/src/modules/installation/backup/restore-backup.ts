import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { prepareDataDir, restoreMark } from '../../../core/data-dir.ts';
import { connectClient, databaseOver } from '../../../core/database/connect.ts';
import { markRestored } from '../../../shared/schema/admission/server-facts.store.ts';
import { createTables, readMigrations, type Migration } from '../../../shared/schema/migrate.ts';
import { ownSource } from '../../../shared/schema/open-database.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { vaultKeyPath } from '../../../core/vault.ts';
import { hasKeyFile, restoreDataFiles } from './data-files.ts';
import { emptyBucket, refuseFullBucket, restoreBlobs, type Installation } from './backup-blobs.ts';
import { checkHashed, DamagedBackup, readHashed } from './hashed-file.ts';
import { backupPaths, readManifest, findMigrations, type BackedUpTable, type Manifest } from './manifest.ts';
import * as snapshot from './snapshot.store.ts';

/**
 * Restores a backup onto an empty installation. The tables get the schema of the version that made the backup; the next
 * start migrates them and quarantines the devices. A failure leaves nothing behind: the rows are written in one transaction,
 * which commits after all files are in place.
 */
export async function restoreBackup(where: Installation, folder: string, stop?: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const steps = findMigrations(manifest, await readMigrations());
  const { dataDir } = where;
  await refuseNonEmpty(dataDir);
  const hadKey = await hasKeyFile(where, folder);
  await refuseFullBucket(where);
  await checkParts(folder, manifest);
  await prepareDataDir(dataDir);
  await writeFile(restoreMark(dataDir), '', { mode: 0o600 });
  try {
    await fill(where, { folder, manifest, steps, ...(stop && { stop }) });
    await rm(restoreMark(dataDir));
    return manifest;
  } catch (error) {
    // The folder and the bucket were empty before, so everything in them was written by this restore.
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    if (!hadKey) await rm(vaultKeyPath(where), { force: true });
    // A bucket that cannot be emptied now is refused as not empty by the next restore.
    await emptyBucket(where).catch(() => undefined);
    throw error;
  }
}

async function refuseNonEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  if (names.length === 0) return;
  throw new StartError(`DATA_DIR ${dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`);
}

/** Verifies the tables and data files before anything is written. Blobs are verified while they are copied. */
async function checkParts(folder: string, { tables, dataFiles }: Manifest): Promise<void> {
  const parts = backupPaths(folder);
  for (const { name, file } of tables) await checkHashed(parts.table(name), file);
  for (const { path, ...written } of dataFiles) await checkHashed(parts.data(path), written);
}

interface Source {
  folder: string;
  manifest: Manifest;
  steps: readonly Migration[];
  stop?: AbortSignal;
}

async function fill(where: Installation, source: Source): Promise<void> {
  const { connection, close } = await ownSource(where);
  try {
    const client = await connectClient(connection);
    try {
      const db = databaseOver(client);
      if (await snapshot.hasRelations(db)) {
        throw new StartError('The database at DATABASE_URL is not empty. Restore into a new one.');
      }
      await snapshot.setTextFormats(db);
      await snapshot.beginRestore(db);
      await fillDatabase(client, db, source);
      await fillFolder(db, where, source);
      // In the same transaction, so that no server ever sees the rows without the mark.
      await markRestored(db, source.manifest.madeAt);
      await snapshot.commitRestore(db);
    } finally {
      await client.end();
    }
  } finally {
    await close();
  }
}

async function fillDatabase(client: Client, db: Database, { folder, manifest, steps, stop }: Source): Promise<void> {
  const { tables, sequences } = manifest;
  const names = tables.map(({ name }) => name);
  await createTables(db, steps);
  const made = (await snapshot.readTables(db)).map(({ name }) => name);
  if (made.join() !== names.join())
    throw new StartError('The backup is damaged: it lacks a table, or has one too many.');
  const keys = await snapshot.clearTables(db, names);
  for (const table of tables) {
    stop?.throwIfAborted();
    await restoreTable(client, table, folder);
  }
  await snapshot.setSequences(db, sequences);
  await snapshot.restoreConstraints(db, names, keys);
}

async function restoreTable(client: Client, table: BackedUpTable, folder: string): Promise<void> {
  const path = backupPaths(folder).table(table.name);
  const rows = snapshot.copyIn(client, table);
  await pipeline(readHashed(path, table.file), createGunzip(), rows);
  if (rows.rowCount !== table.rows) throw new DamagedBackup(path);
}

async function fillFolder(db: Database, where: Installation, { folder, manifest, stop }: Source): Promise<void> {
  const { dataDir } = where;
  await mkdir(join(dataDir, 'blobs'), { recursive: true, mode: 0o700 });
  const { absent, ...copied } = await restoreBlobs(db, where, { folder, stop });
  const known = new Set(manifest.blobs.absent);
  const lost = absent.find(({ sha256 }) => !known.has(sha256));
  if (lost !== undefined) throw new StartError(`The backup is damaged: the file ${lost.sha256} is missing or changed.`);
  if (copied.files !== manifest.blobs.files)
    throw new StartError('The backup is damaged: its files are not those it names.');
  await restoreDataFiles(folder, where, manifest.dataFiles);
}
