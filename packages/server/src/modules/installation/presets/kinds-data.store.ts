import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Database } from '../../../shared/schema/schema.ts';

/** A table with data of one kind; `of` limits it to that kind where it has those of several. */
interface KindRows {
  table: string;
  of: RawBuilder<boolean>;
}

/** The tables in which data of a kind lies. What belongs to a file, such as a capture, goes with its file. */
function tablesOf(tables: readonly RowTable[], kind: Capability): KindRows[] {
  const ofKind = sql<boolean>`capability = ${kind}`;
  return [
    ...tables
      .filter(({ feature }) => feature.capability === kind)
      .map(({ name }) => ({ table: name, of: sql<boolean>`true` })),
    { table: 'device_blobs', of: ofKind },
    { table: 'uploaded_files', of: ofKind },
    ...(kind === 'NOTIFICATIONS' ? [{ table: 'push_notifications', of: sql<boolean>`true` }] : []),
  ];
}

/** How much of a kind was collected, and from how many devices. */
export interface KindCount {
  devices: number;
  rows: number;
}

/** Counts the rows and files of a kind over all devices. */
export async function countKind(db: Database, tables: readonly RowTable[], kind: Capability): Promise<KindCount> {
  const parts = tablesOf(tables, kind).map(
    ({ table, of }) => sql`select device_id, count(*) as rows from ${sql.id(table)} where ${of} group by device_id`,
  );
  const { rows } = await sql<KindCount>`
    select count(distinct device_id)::int as devices, coalesce(sum(part.rows), 0)::int as rows
    from (${sql.join(parts, sql` union all `)}) as part`.execute(db);
  return rows[0] ?? { devices: 0, rows: 0 };
}

/** Counts the devices whose people share each of these kinds now. */
export async function countSharing(db: Database, kinds: readonly Capability[]): Promise<Map<Capability, number>> {
  const { rows } = await sql<{ kind: Capability; devices: number }>`
    select kind.name as kind, count(*)::int as devices from devices d, unnest(${kinds}::text[]) as kind (name)
    where d.left_at is null and kind.name = any(d.capabilities) group by kind.name`.execute(db);
  return new Map(rows.map(({ kind, devices }) => [kind, devices]));
}

/** Deletes some rows of a kind, at most `limit` of each table. Returns the devices that they belonged to. */
export async function deleteSomeOfKind(
  db: Database,
  tables: readonly RowTable[],
  kind: Capability,
  limit: number,
): Promise<number[]> {
  const deviceIds: number[] = [];
  for (const { table, of } of tablesOf(tables, kind)) {
    const { rows } = await sql<{ deviceId: number }>`
      with chosen as materialized (select id from ${sql.id(table)} where ${of} order by id limit ${limit} for update)
      delete from ${sql.id(table)} t using chosen where t.id = chosen.id returning t.device_id as "deviceId"`.execute(
      db,
    );
    deviceIds.push(...rows.map(({ deviceId }) => deviceId));
  }
  return deviceIds;
}
