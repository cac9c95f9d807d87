import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';

/** A folder of a device. The empty path is the shared folder itself. */
interface Folder {
  deviceId: number;
  path: string;
}

/** A file whose bytes are stored on the server. */
export interface FolderFile {
  path: string;
  sha256: string;
  /** The name of its bytes in the blob store. */
  storedAs: string;
  size: number;
  mimeType: string;
  modifiedAt: Date;
}

/** Statistics of a folder by the device's latest list: all files, and those stored on the server. */
export interface FolderFiles {
  total: number;
  stored: number;
  storedBytes: number;
  /** Sorted paths of files that are not stored, at most `limits.file.zipMissingNamed`. */
  missing: string[];
}

/** The condition for rows of `files` below a folder. */
export function isBelowFolder(path: string): RawBuilder<boolean> {
  if (path === '') return sql`true`;
  return sql`(parent = ${path} or starts_with(parent, ${path} || '/'))`;
}

/**
 * Each file below the folder with its latest stored copy; null where there is none. Plan: the device's rows of `files` by
 * `files_place` and of `cdn_files` by `cdn_files_list`, both sorted by path for `distinct on`, joined by path; blobs by primary key.
 */
function filesOf(scope: Scope, { deviceId, path }: Folder): RawBuilder<unknown> {
  return sql`
    select listed.path, listed.modified_at, b.sha256, b.stored_as, b.size, b.mime_type from (
      select distinct on (path) concat_ws('/', nullif(parent, ''), name) as path, modified_at
      from files where device_id = ${deviceId} and ${inScope(scope, sql`device_id`)} and not folder and ${isBelowFolder(path)}
      order by path, id desc
    ) listed
    left join (
      select distinct on (path) path, sha256 from cdn_files where device_id = ${deviceId} order by path, id desc
    ) kept on kept.path = listed.path
    left join blobs b on b.sha256 = kept.sha256`;
}

export async function countFolderFiles(db: Database, scope: Scope, folder: Folder): Promise<FolderFiles> {
  const { rows } = await sql<FolderFiles>`
    with found as materialized (${filesOf(scope, folder)})
    select count(*)::int as total, count(size)::int as stored, coalesce(sum(size), 0)::bigint as "storedBytes",
      array(select path from found where size is null order by path limit ${limits.file.zipMissingNamed}) as missing
    from found`.execute(db);
  return rows[0] ?? { total: 0, stored: 0, storedBytes: 0, missing: [] };
}

/** The stored files in order. One more than the limit of a ZIP file is returned to detect too many. */
export async function listFolderFiles(db: Database, scope: Scope, folder: Folder): Promise<FolderFile[]> {
  const { rows } = await sql<FolderFile>`
    with found as materialized (${filesOf(scope, folder)})
    select path, sha256, stored_as as "storedAs", size, mime_type as "mimeType", modified_at as "modifiedAt" from found
    where size is not null order by path limit ${limits.file.zipMaxFiles + 1}`.execute(db);
  return rows;
}

/** True when the device has listed this folder. The shared folder itself always exists. */
export async function hasFolder(db: Database, scope: Scope, { deviceId, path }: Folder): Promise<boolean> {
  if (path === '') return true;
  const { rows } = await sql`
    select from files where device_id = ${deviceId} and ${inScope(scope, sql`device_id`)} and folder
      and concat_ws('/', nullif(parent, ''), name) = ${path} limit 1`.execute(db);
  return rows.length > 0;
}
