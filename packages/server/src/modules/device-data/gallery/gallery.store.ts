import { gallery, keysOf, type galleryDays, type MediaKind, type ParsedInputOf } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from '../../commands/answers/command-answer.ts';
import type { NamedFile } from '../../../shared/audit/read-log.ts';
import { selectGatedPage } from '../../../shared/device-rows/gated-page.ts';
import { containsPattern, isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import { rowTable, type RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Scope } from '../../../shared/scope.ts';

const rows = rowTable(gallery, {
  kind: 'text',
  fileName: 'text',
  album: 'text',
  mimeType: 'text',
  width: 'integer',
  height: 'integer',
  durationMs: 'integer',
  size: 'bigint',
  takenAt: 'timestamptz',
  previewHash: 'text',
});

interface Wanted {
  deviceId: number;
  search: string;
  filter: ParsedInputOf<typeof galleryDays>['filter'];
}

/** The condition for items of a device that match. Narrows by the device's part of an index first, so a search filters one device's rows. */
function matching(scope: Scope, { deviceId, search, filter }: Wanted): RawBuilder<unknown> {
  const { kind, album, from, to } = filter;
  const conditions = [sql`g.device_id = ${deviceId}`, inScope(scope, sql`g.device_id`)];
  if (kind !== undefined) conditions.push(sql`g.kind = ${kind}`);
  if (album !== undefined) conditions.push(sql`g.album = ${album}`);
  if (from !== undefined) conditions.push(sql`g.taken_at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`g.taken_at < ${to}::timestamptz`);
  if (search !== '') {
    const pattern = containsPattern(search);
    conditions.push(sql`(g.file_name ilike ${pattern} or g.album ilike ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The hash if its file is still stored, else null: files are deleted by retention before their row. Plan: a primary key lookup per row. */
function present(hash: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select b.sha256 from device_blobs b
    where b.device_id = g.device_id and b.capability = ${gallery.capability} and b.sha256 = ${hash})`;
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  takenAt: sql`g.taken_at`,
  fileName: sql`g.file_name collate natural_order`,
  size: sql`g.size`,
};

/** The row table of the gallery. Its list also tells which files are stored, and storing rows deletes files that no row refers to. */
export const galleryTable: RowTable = {
  ...rows,
  feature: gallery,

  async listRows(db, scope, input) {
    const where = matching(scope, input);
    return await selectGatedPage(
      db,
      { scope, deviceId: input.deviceId, capability: gallery.capability },
      {
        table: sql`gallery g`,
        sources: sql`gallery g`,
        fields: sql`g.id, g.kind, g.file_name as "fileName", g.album, g.mime_type as "mimeType", g.width, g.height,
          g.duration_ms as "durationMs", g.size, ${isoTime(sql`g.taken_at`)} as "takenAt",
          ${present(sql`g.preview_hash`)} as "previewHash",
          case when g.file_of_size = g.size then ${present(sql`g.file_hash`)} end as "fileHash"`,
        id: sql`g.id`,
        where,
        kept: sql`select count(*) from gallery g where ${where}`,
        narrowed: null,
        sortBy: orders[input.sortBy] ?? sql`g.taken_at`,
        direction: input.sortDirection,
      },
      input,
    );
  },

  async applyRows(db, answers) {
    await rows.applyRows(db, answers);
    await deleteUnusedFiles(
      db,
      answers.map(({ deviceId }) => deviceId),
    );
  },

  async applyRowSteps(db, deviceId, steps) {
    if (!(await rows.applyRowSteps(db, deviceId, steps))) return false;
    await deleteUnusedFiles(db, [deviceId]);
    return true;
  },
};

/** Deletes files whose items the person has deleted. The trigger `device_blobs_gone` marks their blobs for deletion. */
async function deleteUnusedFiles(db: Database, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from device_blobs b
    where b.device_id = any(${deviceIds}::bigint[]) and b.capability = ${gallery.capability} and not exists (
      select from gallery g where g.device_id = b.device_id
        and (g.preview_hash = b.sha256 or (g.file_hash = b.sha256 and g.file_of_size = g.size)))`.execute(db);
}

/** The row of a photo or video that a device sent, in the answer to a command for several. */
const sentMedia = z.object({ sha256: z.string() });

/** Stores the files of a FETCH_MEDIA as the originals of their items. The blobs of all answers are found by `device_blobs_of_command`. */
export const mediaAnswer: CommandAnswer = {
  command: 'FETCH_MEDIA',
  featureId: gallery.id,
  checkRow(row) {
    const { success, data } = sentMedia.safeParse(row);
    return success ? [row.key, data.sha256] : 'It does not say which file it is.';
  },
  async fileSizes(db, { deviceId, params }) {
    const keys = keysOf(params);
    const { rows: items } = await sql<{ size: number }>`
      select size from gallery where device_id = ${deviceId} and key = any(${keys}::text[])`.execute(db);
    return items.length < keys.length || items.length === 0 ? null : items.map(({ size }) => size);
  },
  async fileNames(db, { deviceId, params }) {
    const keys = keysOf(params);
    const { rows: items } = await sql<{ key: string; fileName: string }>`
      select key, file_name as "fileName" from gallery where device_id = ${deviceId} and key = any(${keys}::text[])`.execute(
      db,
    );
    const names = new Map(items.map(({ key, fileName }) => [key, fileName]));
    return keys.map((key, index) => names.get(key) ?? `photo or video ${index + 1}`);
  },
  async apply(db, answers) {
    const told = answers.flatMap(sentOriginals);
    const { rows: sent } = await sql`
      with sent as (
        select a.device_id, a.command_id, a.key, b.sha256
        from unnest(${told.map(({ deviceId }) => deviceId)}::bigint[], ${told.map(({ commandId }) => commandId)}::bigint[],
          ${told.map(({ key }) => key)}::text[], ${told.map(({ sha256 }) => sha256)}::text[]
        ) as a (device_id, command_id, key, sha256)
        join device_blobs b on b.device_id = a.device_id and b.command_id = a.command_id
          and b.capability = ${gallery.capability} and (a.sha256 is null or b.sha256 = a.sha256)
      ), kept as (
        update gallery g set file_hash = sent.sha256, file_of_size = g.size
        from sent where g.device_id = sent.device_id and g.key = sent.key
      )
      select distinct command_id, key from sent`.execute(db);
    if (sent.length < told.length) throw new AnswerRefused('The device sent no photo or video.');
  },
};

interface SentOriginal {
  deviceId: number;
  commandId: number;
  key: string;
  /** Null for a command that names one item: its answer has no rows, and its only file is meant. */
  sha256: unknown;
}

/** Pairs the keys of a command with the hashes that the device told. */
function sentOriginals({ deviceId, commandId, params, rows: told, problems }: DeviceAnswer): SentOriginal[] {
  const keys = keysOf(params);
  if (params['keys'] === undefined) {
    if (told.length > 0) throw new AnswerRefused('This command brings no rows.');
    return keys.map((key) => ({ deviceId, commandId, key, sha256: null }));
  }
  const hashes = new Map(told.map(([key, sha256]) => [key, sha256]));
  const failed = new Set(problems.map(({ index }) => index));
  const sent = keys.filter((key, index) => !failed.has(index) && hashes.has(key));
  if (sent.length !== told.length || sent.length + failed.size !== keys.length) {
    throw new AnswerRefused('The device did not say what became of each file.');
  }
  return sent.map((key) => ({ deviceId, commandId, key, sha256: hashes.get(key) }));
}

/** The log's name of a photo or video. */
export async function nameMedia(
  db: Database,
  { deviceId, sha256 }: { deviceId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const { rows: found } = await sql<{ kind: MediaKind; fileName: string; isFull: boolean }>`
    select kind, file_name as "fileName", coalesce(file_hash = ${sha256}, false) as "isFull" from gallery
    where device_id = ${deviceId} and (file_hash = ${sha256} or preview_hash = ${sha256})
    order by "isFull" desc, id limit 1`.execute(db);
  const [item] = found;
  return item && { object: `${item.kind.toLowerCase()} ${item.fileName}`, isPreview: !item.isFull };
}

/** Counts items per day in a time zone, newest first. Plan: the device's rows by `gallery_taken_at`, then a sort for the groups. */
export async function countByDay(db: Database, scope: Scope, wanted: Wanted & { timeZone: string }) {
  const { rows: days } = await sql<{ day: string; count: number }>`
    select to_char(g.taken_at at time zone ${wanted.timeZone}, 'YYYY-MM-DD') as day, count(*)::int as count
    from gallery g where ${matching(scope, wanted)} group by 1 order by 1 desc`.execute(db);
  return days;
}

export async function countByAlbum(db: Database, scope: Scope, wanted: { deviceId: number; kind: MediaKind }) {
  const { rows: albums } = await sql<{ album: string; count: number }>`
    select g.album, count(*)::int as count from gallery g
    where ${matching(scope, { ...wanted, search: '', filter: { kind: wanted.kind } })}
    group by g.album order by g.album collate natural_order`.execute(db);
  return albums;
}
