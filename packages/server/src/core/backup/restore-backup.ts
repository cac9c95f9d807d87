import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { createFileBlobs, readFileBlobs } from '../blobs/file-blobs.ts';
import { prepareDataDir, restoredMark, restoreMark } from '../data-dir.ts';
import { connectClient, databaseOver } from '../database/connect.ts';
import { makeTables, readMigrations, type Migration } from '../database/migrate.ts';
import { ownSource, type Where } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import { StartError } from '../start-error.ts';
import { copyBlobs } from './copy-blobs.ts';
import { restoreDataFiles } from './data-files.ts';
import { checkHashed, DamagedBackup, readHashed } from './hashed-file.ts';
import { partsOf, readManifest, stepsOf, type BackedUpTable, type Manifest } from './manifest.ts';
import * as snapshot from './snapshot.store.ts';

/**
 * Brings a backup onto an empty system. The tables are those of the version that made it; the next start brings them to
 * this one, and holds the devices. What fails leaves nothing: the rows come in one transaction, which ends after the files
 * lie in their places.
 */
export async function restoreBackup(where: Where, folder: string, stop?: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const steps = stepsOf(manifest, await readMigrations());
  const { dataDir } = where;
  await refuseUsed(dataDir);
  await checkParts(folder, manifest);
  await prepareDataDir(dataDir);
  await writeFile(restoreMark(dataDir), '', { mode: 0o600 });
  try {
    await fill(where, { folder, manifest, steps, ...(stop && { stop }) });
    await writeFile(restoredMark(dataDir), manifest.madeAt, { mode: 0o600, flush: true });
    await rm(restoreMark(dataDir));
    return manifest;
  } catch (error) {
    // It was empty when we came: all that lies there is ours.
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  if (names.length === 0) return;
  throw new StartError(`DATA_DIR ${dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`);
}

/** Looks at all but the blobs, which are checked as they are copied, before anything is written. */
async function checkParts(folder: string, { tables, dataFiles }: Manifest): Promise<void> {
  const parts = partsOf(folder);
  for (const { name, file } of tables) await checkHashed(parts.table(name), file);
  for (const { path, ...written } of dataFiles) await checkHashed(parts.data(path), written);
}

interface Source {
  folder: string;
  manifest: Manifest;
  steps: readonly Migration[];
  stop?: AbortSignal;
}

async function fill(where: Where, source: Source): Promise<void> {
  const { connection, close } = await ownSource(where);
  try {
    const client = await connectClient(connection);
    try {
      const db = databaseOver(client);
      if (await snapshot.hasRelations(db)) {
        throw new StartError('The database at DATABASE_URL is not empty. Restore into a new one.');
      }
      await snapshot.speakPlainly(db);
      await snapshot.beginFilling(db);
      await fillDatabase(client, db, source);
      await fillFolder(db, where.dataDir, source);
      await snapshot.keepFilled(db);
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
  await makeTables(db, steps);
  const made = (await snapshot.readTables(db)).map(({ name }) => name);
  if (made.join() !== names.join())
    throw new StartError('The backup is damaged: it lacks a table, or has one too many.');
  const keys = await snapshot.clearTables(db, names);
  for (const table of tables) {
    stop?.throwIfAborted();
    await restoreTable(client, table, folder);
  }
  await snapshot.setSequences(db, sequences);
  await snapshot.guardTables(db, names, keys);
}

async function restoreTable(client: Client, table: BackedUpTable, folder: string): Promise<void> {
  const path = partsOf(folder).table(table.name);
  const rows = snapshot.copyIn(client, table);
  await pipeline(readHashed(path, table.file), createGunzip(), rows);
  if (rows.rowCount !== table.rows) throw new DamagedBackup(path);
}

async function fillFolder(db: Database, dataDir: string, { folder, manifest, stop }: Source): Promise<void> {
  await mkdir(join(dataDir, 'blobs'), { recursive: true, mode: 0o700 });
  const { absent, ...copied } = await copyBlobs(db, readFileBlobs(folder), createFileBlobs(dataDir), stop);
  const known = new Set(manifest.blobs.absent);
  const lost = absent.find(({ sha256 }) => !known.has(sha256));
  if (lost !== undefined) throw new StartError(`The backup is damaged: the file ${lost.sha256} is missing or changed.`);
  if (copied.files !== manifest.blobs.files)
    throw new StartError('The backup is damaged: its files are not those it names.');
  await restoreDataFiles(folder, dataDir, manifest.dataFiles);
}
