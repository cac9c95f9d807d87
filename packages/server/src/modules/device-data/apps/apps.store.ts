import { apps } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { NamedFile } from '../../../shared/audit/read-log.ts';
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

const hasAppRules = sql`exists (select from alert_rules where is_on and event in ('APP_APPEARED', 'APP_GONE'))`;

/** An app of a device before an Update. */
interface KnownApp {
  deviceId: number;
  name: string;
  packageName: string;
}

/**
 * Reads the apps of these devices before an Update, as long as some rule is about changes. A device without stored apps is left out: with its
 * first Update nothing has appeared.
 */
async function readKnownApps(db: Database, deviceIds: readonly number[]): Promise<KnownApp[]> {
  const { rows } = await sql<KnownApp>`
    select device_id as "deviceId", name, package_name as "packageName" from apps
    where device_id = any(${deviceIds}::bigint[]) and ${hasAppRules}`.execute(db);
  return rows;
}

/** Notes which apps appeared and which went since `before` was read, in the transaction of the Update. */
async function noteAppChanges(transaction: Database, before: readonly KnownApp[]): Promise<void> {
  if (before.length === 0) return;
  await sql`
    with known as (
      select * from unnest(${before.map(({ deviceId }) => deviceId)}::bigint[], ${before.map(({ name }) => name)}::text[],
        ${before.map(({ packageName }) => packageName)}::text[]) as known (device_id, name, package_name)
    ), now as (
      select a.device_id, a.name, a.package_name from apps a where a.device_id in (select device_id from known)
    )
    insert into app_changes (device_id, gone, name, package_name)
    select coalesce(now.device_id, known.device_id), now.device_id is null, coalesce(now.name, known.name),
      coalesce(now.package_name, known.package_name)
    from known full join now on now.device_id = known.device_id and now.package_name = known.package_name
    where now.device_id is null or known.device_id is null`.execute(transaction);
}
