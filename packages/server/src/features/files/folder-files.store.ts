import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { inScope } from '../../core/database/list-sql.ts';
import type { Database } from '../../core/database/schema.ts';
import type { Scope } from '../../core/scope.ts';

/** A folder of a device; the empty path is the shared folder itself. */
interface Folder {
  deviceId: number;
  path: string;
}

/** A file of the folder whose bytes the server has. */
export interface FolderFile {
  path: string;
  sha256: string;
  size: number;
  mimeType: string;
  modifiedAt: Date;
}

/** The files that a folder has, as its device listed them last, and which of them the server has. */
export interface FolderFiles {
  total: number;
  stored: number;
  storedBytes: number;
  /** Paths of those that it does not have, in order, up to `limits.file.zipMissingNamed`. */
  missing: string[];
}

/** What lies below a folder. */
export function below(path: string): RawBuilder<boolean> {
  if (path === '') return sql`true`;
  return sql`(parent = ${path} or starts_with(parent, ${path} || '/'))`;
}

/** Each file below the folder, with the copy that came from this place last; null where there is none. */
function filesOf(scope: Scope, { deviceId, path }: Folder): RawBuilder<unknown> {
  return sql`
    select listed.path, listed.modified_at, kept.sha256, b.size, b.mime_type from (
      select distinct on (path) concat_ws('/', nullif(parent, ''), name) as path, modified_at
      from files where device_id = ${deviceId} and ${inScope(scope, sql`device_id`)} and not folder and ${below(path)}
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

/** Those that the server has, in order. One more than a ZIP file may hold tells that there are too many. */
export async function listFolderFiles(db: Database, scope: Scope, folder: Folder): Promise<FolderFile[]> {
  const { rows } = await sql<FolderFile>`
    with found as materialized (${filesOf(scope, folder)})
    select path, sha256, size, mime_type as "mimeType", modified_at as "modifiedAt" from found
    where size is not null order by path limit ${limits.file.zipMaxFiles + 1}`.execute(db);
  return rows;
}

/** Whether the device has listed this folder. The shared folder itself is always there. */
export async function hasFolder(db: Database, scope: Scope, { deviceId, path }: Folder): Promise<boolean> {
  if (path === '') return true;
  const { rows } = await sql`
    select from files where device_id = ${deviceId} and ${inScope(scope, sql`device_id`)} and folder
      and concat_ws('/', nullif(parent, ''), name) = ${path} limit 1`.execute(db);
  return rows.length > 0;
}
