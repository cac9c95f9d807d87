import type { DefaultHours, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { writeSetting } from '../../shared/settings/settings.store.ts';

const key = 'sharing-hours';

/** Reads the sharing hours that new devices start with, and who set them. */
export async function readDefaultHours(db: Database): Promise<DefaultHours> {
  const { rows } = await sql<DefaultHours>`
    select nullif(s.value, 'null'::jsonb) as hours, c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt"
    from settings s join settings_changes c on c.key = s.key where s.key = ${key} order by c.id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { hours: null, changedBy: null, changedAt: null };
}

/** Sets the default sharing hours and logs who did it. The caller opens the transaction. */
export async function writeDefaultHours(
  db: Database,
  change: { before: SharingHours | null; after: SharingHours | null },
  by: { userId: number; username: string },
): Promise<void> {
  await writeSetting(db, { key, before: change.before, after: change.after }, by);
}
