import { commandParams, files, pathsOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Database } from '../../../shared/schema/schema.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from '../../commands/answers/command-answer.ts';
import { rowTable, type CheckedRow } from '../../../shared/device-rows/row-table.ts';
import { isBelowFolder } from './folder-files.store.ts';

export const filesTable = rowTable(
  files,
  {
    parent: 'text',
    name: 'text',
    folder: 'boolean',
    size: 'bigint',
    mimeType: 'text',
    modifiedAt: 'timestamptz',
  },
  { first: { field: 'folder', within: 'parent' } },
);

/** The row that a device sends with the file. */
const sentFile = z.object({ sha256: z.string() });

/** The names of files in the text about those that failed: their paths. */
const pathNames: Pick<CommandAnswer, 'fileNames'> = { fileNames: async (_, { params }) => pathsOf(params) };

/** Stores the files that a device sent, each under its path on the device. */
const sendAnswer: CommandAnswer = {
  command: 'SEND_FILE',
  featureId: files.id,
  ...pathNames,
  checkRow(row) {
    const { success, data } = sentFile.safeParse(row);
    return success ? [row.key, data.sha256] : 'It does not say which file it is.';
  },
  async fileSizes(db, { deviceId, params }) {
    const places = pathsOf(params).map(placeOf);
    const { rows } = await sql<{ index: number; size: number }>`
      select place.index::int, f.size
      from unnest(${places.map(([parent]) => parent)}::text[], ${places.map(([, name]) => name)}::text[])
        with ordinality as place (parent, name, index)
      join files f on f.device_id = ${deviceId} and f.parent = place.parent and f.name = place.name and not f.folder`.execute(
      db,
    );
    const known = new Set(rows.map(({ index }) => index));
    return known.size < places.length || known.size === 0 ? null : rows.map(({ size }) => size);
  },
  async apply(db, answers) {
    for (const answer of answers) await keepSent(db, answer);
  },
};

/**
 * Inserts the stored files if their blobs have arrived. Plan: the command by its primary key, then its blobs by
 * `device_blobs_of_command`. Throws `AnswerRefused` when one of the files is missing.
 */
async function keepSent(db: Database, answer: DeviceAnswer): Promise<void> {
  const { deviceId, commandId } = answer;
  const sent = sentFiles(answer);
  const { rows: kept } = await sql`
    insert into cdn_files (device_id, capability, sha256, path, command_id, requested_by)
    select c.device_id, b.capability, b.sha256, s.path, c.id, c.requested_by
    from unnest(${sent.map(({ path }) => path)}::text[], ${sent.map(({ sha256 }) => sha256)}::text[])
      with ordinality as s (path, sha256, place)
    join commands c on c.id = ${commandId} and c.device_id = ${deviceId}
    join device_blobs b on b.device_id = c.device_id and b.command_id = c.id and b.capability = ${files.capability}
      and b.sha256 = s.sha256
    order by s.place
    returning id`.execute(db);
  if (kept.length < sent.length) throw new AnswerRefused('The device sent no file.');
}

/** Pairs the paths of a command with the hashes that the device told. A row of a list has the index of its path as its key. */
function sentFiles({ params, rows, problems }: DeviceAnswer): { path: string; sha256: unknown }[] {
  if (params['paths'] === undefined) return [{ path: String(params['path']), sha256: rows[0]?.[1] ?? null }];
  const hashes = new Map(rows.map(([key, sha256]) => [key, sha256]));
  const failed = new Set(problems.map(({ index }) => index));
  const sent = pathsOf(params).flatMap((path, index) =>
    failed.has(index) ? [] : [{ path, sha256: hashes.get(String(index)) ?? null }],
  );
  if (sent.length !== rows.length) throw new AnswerRefused('The device did not say what became of each file.');
  return sent;
}

/** Adds the files that a device received to its list, so that no Update is needed. */
const receiveAnswer: CommandAnswer = {
  command: 'RECEIVE_FILES',
  featureId: files.id,
  checkRow: filesTable.checkRow,
  async apply(db, answers) {
    for (const answer of answers) await keepReceived(db, answer);
  },
};

/** Checks that the device wrote the requested files into the requested folder. Names may differ, since taken names get a suffix. */
async function keepReceived(db: Database, { deviceId, params, rows }: DeviceAnswer): Promise<void> {
  const told = commandParams.RECEIVE_FILES.parse(params);
  const sizes = told.files.map(({ size }) => size).toSorted((one, other) => one - other);
  const written = rows.map(([, , , , size]) => Number(size)).toSorted((one, other) => one - other);
  const inPlace = rows.every(([, parent, , folder]) => parent === told.folder && folder === false);
  if (!inPlace || String(sizes) !== String(written)) {
    throw new AnswerRefused('The device did not write what it was sent.');
  }
  await keepRows(db, deviceId, rows);
}

/** Inserts rows into the list, and replaces rows with the same path. */
async function keepRows(db: Database, deviceId: number, rows: readonly CheckedRow[]): Promise<void> {
  for (const [key, parent, name, folder, size, mimeType, modifiedAt] of rows) {
    await sql`
      delete from files where device_id = ${deviceId} and parent = ${parent} and name = ${name} and key <> ${key}`.execute(
      db,
    );
    await sql`
      insert into files (device_id, key, parent, name, folder, size, mime_type, modified_at)
      values (${deviceId}, ${key}, ${parent}, ${name}, ${folder}, ${size}, ${mimeType}, ${modifiedAt})
      on conflict (device_id, key) do update set parent = excluded.parent, name = excluded.name, folder = excluded.folder,
        size = excluded.size, mime_type = excluded.mime_type, modified_at = excluded.modified_at, received_at = now()`.execute(
      db,
    );
  }
}

/** Adds a new folder to the list, so that no Update is needed. */
const createAnswer: CommandAnswer = {
  command: 'CREATE_FOLDER',
  featureId: files.id,
  checkRow: filesTable.checkRow,
  async apply(db, answers) {
    for (const { deviceId, params, rows } of answers) {
      const told = commandParams.CREATE_FOLDER.parse(params);
      const [row] = rows;
      const isTold = row?.[1] === told.folder && row[2] === told.name && row[3] === true;
      if (!isTold || rows.length !== 1) throw new AnswerRefused('The device did not create this folder.');
      await keepRows(db, deviceId, rows);
    }
  },
};

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
        update files set parent = ${after} || substr(parent, char_length(${path}::text) + 1)
        where device_id = ${deviceId} and ${isBelowFolder(path)}`.execute(db);
    }
  },
};

const deleteAnswer: CommandAnswer = {
  command: 'DELETE_FILE',
  featureId: files.id,
  ...pathNames,
  async apply(db, answers) {
    for (const { deviceId, params, problems } of answers) {
      const failed = new Set(problems.map(({ index }) => index));
      for (const path of pathsOf(params).filter((_, index) => !failed.has(index))) await deleteRows(db, deviceId, path);
    }
  },
};

/** Deletes a file or a folder from the list, with everything below it. */
async function deleteRows(db: Database, deviceId: number, path: string): Promise<void> {
  const [parent, name] = placeOf(path);
  await sql`
    delete from files where device_id = ${deviceId}
      and ((parent = ${parent} and name = ${name}) or ${isBelowFolder(path)})`.execute(db);
}

export const fileAnswers: readonly CommandAnswer[] = [
  sendAnswer,
  receiveAnswer,
  createAnswer,
  renameAnswer,
  deleteAnswer,
];

/** Splits a path into its folder and name. */
function placeOf(path: string): [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}
