import { apps } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { NamedFile } from '../../../shared/audit/read-log.ts';
import { noteAppChanges, readKnownApps } from './app-changes.store.ts';
import { rowTable, type RowTable } from '../../../shared/device-rows/row-table.ts';

const table = rowTable(apps, {
  name: 'text',
  packageName: 'text',
  version: 'text',
  size: 'bigint',
  system: 'boolean',
  installedAt: 'timestamptz',
  iconHash: 'text',
});

/** Notes for alert rules which apps an Update has added and removed. */
async function noting<Result>(
  db: Database,
  deviceIds: readonly number[],
  apply: () => Promise<Result>,
): Promise<Result> {
  const before = await readKnownApps(db, deviceIds);
  const result = await apply();
  await noteAppChanges(db, before);
  return result;
}

export const appsTable: RowTable = {
  ...table,
  applyRows: (db, answers) =>
    noting(
      db,
      answers.map(({ deviceId }) => deviceId),
      () => table.applyRows(db, answers),
    ),
  applyRowSteps: (db, deviceId, steps) => noting(db, [deviceId], () => table.applyRowSteps(db, deviceId, steps)),
};

/** The log's name of an app icon. */
export async function nameAppIcon(
  db: Database,
  { deviceId, sha256 }: { deviceId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from apps where device_id = ${deviceId} and icon_hash = ${sha256} order by id limit 1`.execute(db);
  return rows[0] && { object: `the app ${rows[0].name}`, isPreview: true };
}
