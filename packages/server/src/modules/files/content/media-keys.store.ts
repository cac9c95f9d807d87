import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { inScope } from '../../../shared/scope-sql.ts';

/** A photo or video, as its device and its person know it. */
export interface MediaKey {
  id: number;
  key: string;
  fileName: string;
}

/** Finds photos and videos of a device by their ids in the gallery's list, in the given order. Those that do not exist are left out. */
export async function findMediaKeys(
  db: Database,
  scope: Scope,
  { deviceId, itemIds }: { deviceId: number; itemIds: readonly number[] },
): Promise<MediaKey[]> {
  const { rows } = await sql<MediaKey>`
    select g.id, g.key, g.file_name as "fileName"
    from unnest(${itemIds}::bigint[]) with ordinality as wanted (id, place) join gallery g on g.id = wanted.id
    where g.device_id = ${deviceId} and ${inScope(scope, sql`g.device_id`)} order by wanted.place`.execute(db);
  return rows;
}
