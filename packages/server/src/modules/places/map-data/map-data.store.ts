import type { ChosenMap, MapArea, MapWork } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { CompleteUpload } from '../../files/uploads/upload-pieces.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { writeSetting } from '../../../shared/settings/settings.store.ts';

/** The setting of the map that was fetched or uploaded. */
const chosenKey = 'map-data';
/** The setting of the latest map on its way. It is one row for all servers, so that one of them works on one map at a time. */
const workKey = 'map-data.work';

export interface StoredMap extends Omit<ChosenMap, 'isThere'> {
  /** Of its file in `mapFiles`. A name is never used again. */
  name: string;
  /** Of an uploaded file. */
  sha256: string | null;
}

/** What the settings of versions that knew no uploads are without. */
const olderDefaults = { fileName: null, sha256: null };

interface WorkOrder extends MapWork {
  /** Tells it from a later one. */
  id: string;
  userId: number;
}

export interface FetchWork extends WorkOrder {
  upload?: undefined;
  area: MapArea;
  maxZoom: number;
  /** The file that is read, once it is found: the same one after a restart, also when a newer one has appeared. */
  sourceUrl: string | null;
}

export interface UploadWork extends WorkOrder {
  /** The complete upload whose bytes become the map. */
  upload: CompleteUpload;
}

export type StoredWork = FetchWork | UploadWork;

async function findSetting<Value>(db: Database, key: string): Promise<Value | null> {
  const { rows } = await sql<{ value: Value | null }>`select value from settings where key = ${key}`.execute(db);
  const value = rows[0]?.value ?? null;
  return value && { ...olderDefaults, ...value };
}

export const findChosenMap = (db: Database): Promise<StoredMap | null> => findSetting<StoredMap>(db, chosenKey);

/** Replaces the map, or removes it with null, and logs who did. Returns the one before. Call it in a transaction. */
export async function writeChosenMap(
  db: Database,
  after: StoredMap | null,
  by: { userId: number; username: string },
): Promise<StoredMap | null> {
  await sql`select from settings where key = ${chosenKey} for update`.execute(db);
  const before = await findChosenMap(db);
  if (before !== null || after !== null) await writeSetting(db, { key: chosenKey, before, after }, by);
  return before;
}

export const findMapWork = (db: Database): Promise<StoredWork | null> => findSetting<StoredWork>(db, workKey);

/** Stores new work unless some is running. Returns false when it is. */
export async function insertMapWork(db: Database, work: StoredWork): Promise<boolean> {
  const { rows } = await sql`
    insert into settings as s (key, value) values (${workKey}, ${JSON.stringify(work)}::jsonb)
    on conflict (key) do update set value = excluded.value where s.value ->> 'state' <> 'RUNNING'
    returning key`.execute(db);
  return rows.length > 0;
}

/** Stores how far the work is, or its end. Returns false when it does not run any more. A null id is for whichever runs. */
export async function updateMapWork(db: Database, id: string | null, change: Partial<FetchWork>): Promise<boolean> {
  const { rows } = await sql`
    update settings s set value = s.value || ${JSON.stringify(change)}::jsonb
    where s.key = ${workKey} and s.value ->> 'state' = 'RUNNING' and (${id}::text is null or s.value ->> 'id' = ${id})
    returning s.key`.execute(db);
  return rows.length > 0;
}
