import { contentPath, files } from '@fairwatch/contract';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../core/database/schema.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from '../../core/devices/command-answer.ts';
import { containsPattern, inScope, isoTime } from '../../core/devices/list-sql.ts';
import { rowTable } from '../../core/devices/row-table.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

export const filesTable = rowTable(files, {
  parent: 'text',
  name: 'text',
  folder: 'boolean',
  size: 'bigint',
  mimeType: 'text',
  modifiedAt: 'timestamptz',
});

/** What a device says about the file it sent. */
const sentFile = z.object({ sha256: z.string() });

/** The file that a device sent is kept under the place it came from. */
const sendAnswer: CommandAnswer = {
  command: 'SEND_FILE',
  featureId: files.id,
  checkRow(row) {
    const { success, data } = sentFile.safeParse(row);
    return success ? [row.key, data.sha256] : 'It does not say which file it is.';
  },
  async apply(db, answers) {
    for (const answer of answers) await keepSent(db, answer);
  },
};

async function keepSent(db: Database, { deviceId, commandId, params, rows }: DeviceAnswer): Promise<void> {
  const [[, sha256] = []] = rows;
  const { rows: kept } = await sql`
    insert into cdn_files (device_id, capability, sha256, path, command_id, requested_by)
    select c.device_id, b.capability, b.sha256, ${params['path']}, c.id, c.requested_by
    from commands c join device_blobs b on b.device_id = c.device_id and b.command_id = c.id
    where c.id = ${commandId} and c.device_id = ${deviceId} and b.capability = ${files.capability}
      and b.sha256 = ${sha256}
    returning id`.execute(db);
  if (kept.length === 0) throw new AnswerRefused('The device sent no file.');
}

/** What lies below a folder. */
function below(path: string) {
  return sql`(parent = ${path} or starts_with(parent, ${path} || '/'))`;
}

const renameAnswer: CommandAnswer = {
  command: 'RENAME_FILE',
  featureId: files.id,
  async apply(db, answers) {
    for (const { deviceId, params } of answers) {
      const [path, name] = [String(params['path']), String(params['name'])];
      const [parent, before] = placeOf(path);
      const after = parent === '' ? name : `${parent}/${name}`;
      await sql`
        update files set name = ${name} where device_id = ${deviceId} and parent = ${parent} and name = ${before}`.execute(
        db,
      );
      await sql`
        update files set parent = ${after} || substr(parent, ${path.length + 1})
        where device_id = ${deviceId} and ${below(path)}`.execute(db);
    }
  },
};

const deleteAnswer: CommandAnswer = {
  command: 'DELETE_FILE',
  featureId: files.id,
  async apply(db, answers) {
    for (const { deviceId, params } of answers) {
      const path = String(params['path']);
      const [parent, name] = placeOf(path);
      await sql`
        delete from files where device_id = ${deviceId}
          and ((parent = ${parent} and name = ${name}) or ${below(path)})`.execute(db);
    }
  },
};

export const fileAnswers: readonly CommandAnswer[] = [sendAnswer, renameAnswer, deleteAnswer];

/** The folder and the name of a path. */
function placeOf(path: string): [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}

/** The files of a device that the server has, newest first. */
export function listCdnFiles(
  db: Database,
  scope: Scope,
  input: { deviceId: number; search: string; page: number; pageSize: number },
): Promise<JsonPage> {
  const { deviceId, search } = input;
  const found = search === '' ? sql`true` : sql`f.path ilike ${containsPattern(search)}`;
  const where = sql`f.device_id = ${deviceId} and ${inScope(scope, sql`f.device_id`)} and ${found}`;
  const name = sql`regexp_replace(f.path, '^.*/', '')`;
  return selectPage(
    db,
    {
      rows: sql`select f.id, ${name} as "fileName", f.path as "filePath", f.sha256 as "fileHash",
          coalesce(substring(${name} from '[^.]\.([^.]+)$'), '') as "fileExtension", b.size as "fileSize",
          ${contentPath} || '/' || f.sha256 as "downloadFile", u.username as "requestedBy",
          ${isoTime(sql`f.stored_at`)} as "storedAt"
        from cdn_files f join blobs b on b.sha256 = f.sha256 join users u on u.id = f.requested_by
        where ${where} order by f.id desc`,
      total: sql`select count(*) from cdn_files f where ${where}`,
    },
    input,
  );
}
