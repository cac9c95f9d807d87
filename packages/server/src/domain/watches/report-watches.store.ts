import type { Watch } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';
import { isTargetOf } from './target-sql.ts';

type FoundReport = Pick<Watch, 'id' | 'setBy' | 'setAt'> & { deviceId: number; zone: string; lastAt: string | null };

/**
 * Finds the weekly reports that are mailed about these devices, oldest first. Plan: the few rows of `report_mails`, one for an admin at
 * most, each compared with each device by the primary keys of `group_devices` and `device_assignments`.
 */
export async function findReportWatches(
  db: Database,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, Watch[]>> {
  const { rows } = await sql<FoundReport>`
    select d.id as "deviceId", w.id, w.zone, u.username as "setBy", ${isoTime(sql`w.created_at`)} as "setAt",
      ${isoTime(sql`w.last_sent_at`)} as "lastAt"
    from report_mails w join users u on u.id = w.user_id
      join devices d on d.id = any(${deviceIds}::bigint[]) and d.left_at is null
    where u.blocked_at is null and ${isTargetOf(sql`d.id`)} order by w.id`.execute(db);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map(Array.from(byDevice, ([deviceId, reports]) => [deviceId, reports.map(toWatch)]));
}

function toWatch({ id, zone, setBy, setAt, lastAt }: FoundReport): Watch {
  return {
    kind: 'REPORT',
    id,
    name: 'Weekly report',
    purpose: `A report about the places of this device, for ${setBy}.`,
    what: 'Mails how far you went, how many stops you made, and how long you were in zones, while you share your location',
    when: `Every Monday at 06:00 (${zone}), about the week before`,
    setBy,
    setAt,
    until: null,
    paused: false,
    lastAt,
  };
}
