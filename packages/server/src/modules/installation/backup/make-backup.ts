import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { version } from '@fairwatch/contract';
import type { Client } from 'pg';
import { keepEveryBlob, type BlobToCopy } from '../../files/content/blobs.store.ts';
import { refuseHalfRestored } from '../../../core/data-dir.ts';
import { connectClient, databaseOver } from '../../../core/database/connect.ts';
import { requireVaultKey } from '../../../shared/schema/admission/admission.ts';
import { refuseOlder } from '../../../shared/schema/migrate.ts';
import { requireDatabase, openSourceBeside, type Where } from '../../../shared/schema/open-database.ts';
import { backUpBlobs, type Installation } from './backup-blobs.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { backUpDataFiles } from './data-files.ts';
import { writeHashed } from './hashed-file.ts';
import { backupPaths, writeManifest, type BackedUpTable, type Manifest } from './manifest.ts';
import * as snapshot from './snapshot.store.ts';

export interface MadeBackup {
  folder: string;
  tables: readonly BackedUpTable[];
  blobs: { files: number; bytes: number };
  /** Hashes of files that rows refer to and whose bytes were already lost or damaged. */
  lost: string[];
}

interface Options {
  at?: Date;
  /** Aborts the backup; what was written is deleted. */
  stop?: AbortSignal;
}

/**
 * Writes a backup of a running or stopped installation into a new folder below `into`, named after the time. It is written
 * under a temporary name and renamed at the end, so that a folder with the final name is always complete.
 */
export async function makeBackup(where: Installation, into: string, options: Options = {}): Promise<MadeBackup> {
  const { at = new Date(), stop } = options;
  await requireDatabase(where);
  await refuseHalfRestored(where.dataDir);
  refuseInsideDataDir(into, where.dataDir);
  const folder = join(resolve(into), `fairwatch-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(into, { recursive: true, mode: 0o700 });
  await refuseExisting(into, folder);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const made = await withConnection(where, (client, db) =>
      write(client, db, { where, folder: unfinished, at, ...(stop && { stop }) }),
    );
    await rename(unfinished, folder);
    return { folder, ...made };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Throws for a target inside the data folder: the backup would be lost together with the data, and be part of the next
 * backup.
 */
function refuseInsideDataDir(into: string, dataDir: string): void {
  const target = relative(dataDir, resolve(into));
  if (target.startsWith('..')) return;
  throw new StartError(`A backup inside DATA_DIR ${dataDir} would be lost with it. Choose another folder.`);
}

async function refuseExisting(into: string, folder: string): Promise<void> {
  const names = await readdir(into);
  if (names.some((name) => join(resolve(into), name).startsWith(folder))) {
    throw new StartError(`${folder} exists already, or is being written.`);
  }
}

async function withConnection<Result>(
  where: Where,
  work: (client: Client, db: Database) => Promise<Result>,
): Promise<Result> {
  const source = await openSourceBeside(where);
  try {
    const client = await connectClient(source.connection);
    try {
      return await work(client, databaseOver(client));
    } finally {
      await client.end();
    }
  } finally {
    await source.close();
  }
}

interface Target extends Options {
  where: Installation;
  folder: string;
  at: Date;
}

/**
 * Writes the rows first, then the blobs that they refer to. `keepEveryBlob` has suspended the deletion of blobs by then, so
 * none of them disappears in between.
 */
async function write(
  client: Client,
  db: Database,
  { where, folder, at, stop }: Target,
): Promise<Omit<MadeBackup, 'folder'>> {
  if (!(await keepEveryBlob(db))) throw new StartError('Another backup of this system is being made. Wait for it.');
  await snapshot.setTextFormats(db);
  await snapshot.beginSnapshot(db);
  const declared = await snapshot.readTables(db);
  if (!declared.some(({ name }) => name === 'migrations')) {
    throw new StartError('The database has no tables of Fairwatch. Start Fairwatch once first.');
  }
  await refuseOlder(db);
  await requireVaultKey(db, where);
  const migrations = await snapshot.readAppliedMigrations(db);
  const tables: BackedUpTable[] = [];
  for (const table of declared) {
    stop?.throwIfAborted();
    tables.push(await backUpTable(client, table, folder));
  }
  const sequences = await snapshot.readSequences(db);
  const { absent, ...blobs } = await backUpBlobs(db, { dataDir: where.dataDir, s3: where.s3 ?? null, folder, stop });
  await rm(join(folder, 'blobs', 'incoming'), { recursive: true, force: true });
  const dataFiles = await backUpDataFiles(where, folder);
  await writeManifest(folder, {
    fairwatch: version,
    madeAt: at.toISOString(),
    migrations,
    tables,
    sequences,
    blobs: { ...blobs, absent: absent.map(({ sha256 }) => sha256) },
    dataFiles,
  } satisfies Omit<Manifest, 'format' | 'formatVersion'>);
  return { tables, blobs, lost: absent.filter(isKept).map(({ sha256 }) => sha256) };
}

/**
 * True for a blob that a row refers to for good. Loose blobs are being uploaded or deleted, and their loss matters to
 * nobody.
 */
function isKept({ loose }: BlobToCopy): boolean {
  return !loose;
}

async function backUpTable(
  client: Client,
  table: Pick<BackedUpTable, 'name' | 'columns'>,
  folder: string,
): Promise<BackedUpTable> {
  const rows = snapshot.copyOut(client, table);
  const file = await writeHashed(rows, backupPaths(folder).table(table.name), createGzip({ level: 3 }));
  return { ...table, rows: rows.rowCount, file };
}
