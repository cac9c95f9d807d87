import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';

/** A file that is stored from, for or about a device. `name` is empty when the file has none. */
export interface ArchivedFile {
  id: number;
  capability: Capability | null;
  name: string;
  sha256: string;
  /** The name of its bytes in the blob store. */
  storedAs: string;
  size: number;
  mimeType: string;
  at: string;
}

export type FileFolder = keyof typeof fileSources;

const filesPerPage = 500;

/** Which files of a source are found: the next page after an id, or those with one of these hashes. */
type Wanted = { after: number } | { hashes: readonly string[] };

function isWanted(table: string, wanted: Wanted): RawBuilder<unknown> {
  return 'after' in wanted
    ? sql`${sql.ref(`${table}.id`)} > ${wanted.after}`
    : sql`${sql.ref(`${table}.sha256`)} = any(${wanted.hashes}::text[])`;
}

/**
 * The queries that find files, one per folder of the archive. Each selects `id`, `capability`, `name`, `sha256` and `at` of
 * a page of files. The first takes its page of `device_blobs` by an index in a subquery, so that the five joins for names run
 * for that page only.
 */
const fileSources = {
  'from-this-device': (deviceId: number, wanted: Wanted) => sql`
    select d.id, d.capability, d.sha256, d.received_at as at, coalesce(g.file_name, 'preview of ' || v.file_name, c.path,
      'icon of ' || a.name, lower(p.kind) || ' ' || to_char(p.captured_at at time zone 'UTC', 'YYYY-MM-DD HH24-MI-SS'),
      '') as name
    from (
      select * from device_blobs b where device_id = ${deviceId} and ${isWanted('b', wanted)} order by id limit ${filesPerPage}
    ) as d
    left join (${firstRowPerHash('gallery', 'file_hash', deviceId, wanted)}) as g on g.file_hash = d.sha256 and d.capability = 'GALLERY'
    left join (${firstRowPerHash('gallery', 'preview_hash', deviceId, wanted)}) as v
      on v.preview_hash = d.sha256 and d.capability = 'GALLERY'
    left join (${firstRowPerHash('cdn_files', 'sha256', deviceId, wanted)}) as c on c.sha256 = d.sha256 and c.capability = d.capability
    left join (${firstRowPerHash('apps', 'icon_hash', deviceId, wanted)}) as a on a.icon_hash = d.sha256 and d.capability = 'APPS'
    left join (${firstRowPerHash('captures', 'sha256', deviceId, wanted)}) as p on p.sha256 = d.sha256 and p.capability = d.capability`,
  'for-this-device': (deviceId: number, wanted: Wanted) => sql`
    select id, capability, sha256, received_at as at, name from uploaded_files u
    where device_id = ${deviceId} and ${isWanted('u', wanted)} order by id limit ${filesPerPage}`,
  tickets: (deviceId: number, wanted: Wanted) => sql`
    select m.id, null as capability, m.sha256, m.sent_at as at, coalesce(m.file_name, '') as name
    from ticket_messages m join tickets t on t.id = m.ticket_id
    where t.device_id = ${deviceId} and m.sha256 is not null and ${isWanted('m', wanted)} order by m.id limit ${filesPerPage}`,
};

export const fileFolders = Object.keys(fileSources) as FileFolder[];

/** Selects one row for each hash, because the archive has each file once. */
function firstRowPerHash(table: string, hash: string, deviceId: number, wanted: Wanted): RawBuilder<unknown> {
  const one = 'hashes' in wanted ? sql`= any(${wanted.hashes}::text[])` : sql`is not null`;
  return sql`select distinct on (${sql.id(hash)}) * from ${sql.id(table)}
    where device_id = ${deviceId} and ${sql.id(hash)} ${one} order by ${sql.id(hash)}, id`;
}

/**
 * Sums the bytes of all files of a device, each counted as often as it is in an archive. Each source is read by its
 * index on the device, then joined with `blobs` by primary key.
 */
export async function sumFiles(db: Database, deviceId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(b.size), 0)::bigint as bytes from (
      select sha256 from device_blobs where device_id = ${deviceId}
      union all select sha256 from uploaded_files where device_id = ${deviceId}
      union all select m.sha256 from ticket_messages m join tickets t on t.id = m.ticket_id
        where t.device_id = ${deviceId} and m.sha256 is not null
    ) as f join blobs b on b.sha256 = f.sha256`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Reads the files of one source in the order of their ids, by keyset pagination. */
export async function* readFiles(db: Database, folder: FileFolder, deviceId: number): AsyncGenerator<ArchivedFile> {
  for (let after = 0; ;) {
    const files = await selectFiles(db, folder, deviceId, { after });
    yield* files;
    const last = files.at(-1);
    if (last === undefined || files.length < filesPerPage) return;
    after = last.id;
  }
}

/** Finds the files of one source that have one of at most so many hashes as a page has files. */
export async function findFiles(
  db: Database,
  folder: FileFolder,
  { deviceId, hashes }: { deviceId: number; hashes: readonly string[] },
): Promise<ArchivedFile[]> {
  return hashes.length === 0 ? [] : await selectFiles(db, folder, deviceId, { hashes });
}

async function selectFiles(
  db: Database,
  folder: FileFolder,
  deviceId: number,
  wanted: Wanted,
): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select f.id, f.capability, f.name, f.sha256, b.stored_as as "storedAs", b.size, b.mime_type as "mimeType", ${isoTime(sql`f.at`)} as at
    from (${fileSources[folder](deviceId, wanted)}) as f join blobs b on b.sha256 = f.sha256 order by f.id`.execute(db);
  return rows;
}
