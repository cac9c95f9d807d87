import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { version } from '@fairwatch/contract';
import type { Client } from 'pg';
import { createFileBlobs, readFileBlobs } from '../blobs/file-blobs.ts';
import { keepEveryBlob, type BlobToCopy } from '../blobs/blobs.store.ts';
import { refuseHalfRestored } from '../data-dir.ts';
import { connectClient, databaseOver } from '../database/connect.ts';
import { demandDatabase, openSourceBeside, type Where } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import { StartError } from '../start-error.ts';
import { copyBlobs } from './copy-blobs.ts';
import { backUpDataFiles } from './data-files.ts';
import { writeHashed } from './hashed-file.ts';
import { partsOf, writeManifest, type BackedUpTable, type Manifest } from './manifest.ts';
import * as snapshot from './snapshot.store.ts';

export interface MadeBackup {
  folder: string;
  tables: readonly BackedUpTable[];
  blobs: { files: number; bytes: number };
  /** Files that somebody keeps and whose bytes are lost or damaged where they came from. */
  lost: string[];
}

interface Options {
  at?: Date;
  /** Ends it early; nothing stays. */
  stop?: AbortSignal;
}

/**
 * Writes everything of a system, running or not, into a new folder below `into`: its name says when. Under that name it is
 * there whole or not at all.
 */
export async function makeBackup(where: Where, into: string, options: Options = {}): Promise<MadeBackup> {
  const { at = new Date(), stop } = options;
  await demandDatabase(where);
  await refuseHalfRestored(where.dataDir);
  refuseInside(into, where.dataDir);
  const folder = join(resolve(into), `fairwatch-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(into, { recursive: true, mode: 0o700 });
  await refuseExisting(into, folder);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const made = await connected(where, (client, db) =>
      write(client, db, { dataDir: where.dataDir, folder: unfinished, at, ...(stop && { stop }) }),
    );
    await rename(unfinished, folder);
    return { folder, ...made };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** It would be in the next backup itself, and lost together with what it is to replace. */
function refuseInside(into: string, dataDir: string): void {
  const way = relative(dataDir, resolve(into));
  if (way.startsWith('..')) return;
  throw new StartError(`A backup inside DATA_DIR ${dataDir} would be lost with it. Choose another folder.`);
}

async function refuseExisting(into: string, folder: string): Promise<void> {
  const names = await readdir(into);
  if (names.some((name) => join(resolve(into), name).startsWith(folder))) {
    throw new StartError(`${folder} exists already, or is being written.`);
  }
}

async function connected<Result>(
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
  dataDir: string;
  folder: string;
  at: Date;
}

/** Rows first, then the blobs that they name: none of those is deleted before we have it. */
async function write(
  client: Client,
  db: Database,
  { dataDir, folder, at, stop }: Target,
): Promise<Omit<MadeBackup, 'folder'>> {
  if (!(await keepEveryBlob(db))) throw new StartError('Another backup of this system is being made. Wait for it.');
  await snapshot.speakPlainly(db);
  await snapshot.beginSnapshot(db);
  const declared = await snapshot.readTables(db);
  if (!declared.some(({ name }) => name === 'migrations')) {
    throw new StartError('The database has no tables of Fairwatch. Start Fairwatch once first.');
  }
  const migrations = await snapshot.readAppliedSteps(db);
  const tables: BackedUpTable[] = [];
  for (const table of declared) {
    stop?.throwIfAborted();
    tables.push(await backUpTable(client, table, folder));
  }
  const sequences = await snapshot.readSequences(db);
  const { absent, ...blobs } = await copyBlobs(db, readFileBlobs(dataDir), createFileBlobs(folder), stop);
  await rm(join(folder, 'blobs', 'incoming'), { recursive: true, force: true });
  const dataFiles = await backUpDataFiles(dataDir, folder);
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

/** Those that are loose are on their way in or out: nobody misses them. */
function isKept({ loose }: BlobToCopy): boolean {
  return !loose;
}

async function backUpTable(
  client: Client,
  table: Pick<BackedUpTable, 'name' | 'columns'>,
  folder: string,
): Promise<BackedUpTable> {
  const rows = snapshot.copyOut(client, table);
  const file = await writeHashed(rows, partsOf(folder).table(table.name), createGzip({ level: 3 }));
  return { ...table, rows: rows.rowCount, file };
}
