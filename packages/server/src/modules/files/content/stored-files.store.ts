import { contentPath, type CdnFile } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../../core/database/page.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { NamedFile } from '../../../shared/audit/read-log.ts';
import { containsPattern, isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

const name = sql`regexp_replace(f.path, '^.*/', '')`;

/** Selects rows of the view `stored_files` in the contract's shape, newest first. Blobs and users are joined by primary key. */
function storedFiles(where: RawBuilder<unknown>): RawBuilder<CdnFile> {
  return sql<CdnFile>`
    select f.id, ${name} as "fileName", f.path as "filePath", f.sha256 as "fileHash",
      coalesce(substring(${name} from '[^.]\\.([^.]+)$'), '') as "fileExtension", b.size as "fileSize", b.mime_type as "mimeType",
      ${contentPath} || '/' || f.sha256 as "downloadFile", ${shownAccount} as "requestedBy",
      ${isoTime(sql`f.stored_at`)} as "storedAt", f.direction
    from stored_files f join blobs b on b.sha256 = f.sha256 join users u on u.id = f.requested_by
    where ${where} order by f.id desc`;
}

function ofDevice(scope: Scope, deviceId: number): RawBuilder<unknown> {
  return sql`f.device_id = ${deviceId} and ${inScope(scope, sql`f.device_id`)}`;
}

/** The stored files from and for a device, newest first. Plan: both tables of the view by device; a search filters their paths. */
export function listStoredFiles(
  db: Database,
  scope: Scope,
  input: { deviceId: number; search: string; page: number; pageSize: number },
): Promise<JsonPage> {
  const { deviceId, search } = input;
  const found = search === '' ? sql`true` : sql`f.path ilike ${containsPattern(search)}`;
  const where = sql`${ofDevice(scope, deviceId)} and ${found}`;
  const total = sql`select count(*) from stored_files f where ${where}`;
  return selectPage(db, { rows: storedFiles(where), total }, input);
}

/** Finds stored files by their ids. */
export async function findStoredFiles(
  db: Database,
  scope: Scope,
  deviceId: number,
  ids: readonly number[],
): Promise<CdnFile[]> {
  const { rows } = await storedFiles(sql`${ofDevice(scope, deviceId)} and f.id = any(${ids}::bigint[])`).execute(db);
  return rows;
}

/** The log's name of a stored file: its path on the device, or the name of its upload. */
export async function nameStoredFile(
  db: Database,
  { deviceId, sha256 }: { deviceId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const { rows } = await sql<{ path: string }>`
    select path from stored_files where device_id = ${deviceId} and sha256 = ${sha256} order by id desc limit 1`.execute(
    db,
  );
  return rows[0] && { object: rows[0].path, isPreview: false };
}

/** Finds the latest stored file with these bytes. */
export async function findStoredBytes(
  db: Database,
  scope: Scope,
  { deviceId, sha256, size }: { deviceId: number; sha256: string; size: number },
): Promise<CdnFile | null> {
  const same = sql`f.sha256 = ${sha256} and b.size = ${size}`;
  const { rows } = await storedFiles(sql`${ofDevice(scope, deviceId)} and ${same}`).execute(db);
  return rows[0] ?? null;
}
