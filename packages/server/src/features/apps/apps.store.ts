import { apps } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../domain/schema/schema.ts';
import type { NamedFile } from '../../domain/audit/read-log.ts';
import { rowTable } from '../../domain/rows/row-table.ts';

export const appsTable = rowTable(apps, {
  name: 'text',
  packageName: 'text',
  version: 'text',
  size: 'bigint',
  system: 'boolean',
  installedAt: 'timestamptz',
  iconHash: 'text',
});

/** The log's name of an app icon. */
export async function nameAppIcon(
  db: Database,
  { deviceId, sha256 }: { deviceId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from apps where device_id = ${deviceId} and icon_hash = ${sha256} order by id limit 1`.execute(db);
  return rows[0] && { object: `the app ${rows[0].name}`, isPreview: true };
}
