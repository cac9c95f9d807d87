import type { DefaultHours, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../database/list-sql.ts';
import { writeSetting } from './settings.store.ts';

const key = 'sharing-hours';

/** The sharing hours that new devices start with, and who set them. */
export async function readDefaultHours(db: Database): Promise<DefaultHours> {
  const { rows } = await sql<DefaultHours>`
    select nullif(s.value, 'null'::jsonb) as hours, c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt"
    from settings s join settings_changes c on c.key = s.key where s.key = ${key} order by c.id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { hours: null, changedBy: null, changedAt: null };
}

/** Sets them and writes down who did it. Call it in a transaction. */
export async function writeDefaultHours(
  db: Database,
  change: { before: SharingHours | null; after: SharingHours | null },
  by: { userId: number; username: string },
): Promise<void> {
  await writeSetting(db, { key, before: change.before, after: change.after }, by);
}
