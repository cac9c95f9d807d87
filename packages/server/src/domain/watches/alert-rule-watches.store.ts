import { conditionWords, simpleConditionWords, type AlertCondition, type Watch } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';
import { isTargetOf } from './target-sql.ts';

type FoundRule = Omit<Watch, 'kind' | 'what' | 'when' | 'until'> & {
  deviceId: number;
  condition: AlertCondition;
  zone: string;
  /** The device is supervised on behalf of a guardian. */
  isGuarded: boolean;
  total: number;
};

/**
 * Finds the first alert rules that can ring for these devices, oldest first, also those that are switched off, and how many there are. Plan: the few hundred rules for each device,
 * then `group_devices`, `device_assignments` and `alerts_open` or `alerts_of_rule` for each.
 */
export async function findAlertRuleWatches(
  db: Database,
  deviceIds: readonly number[],
  atMost: number,
): Promise<ReadonlyMap<number, { watches: Watch[]; total: number }>> {
  const { rows } = await sql<FoundRule>`
    select f.* from unnest(${deviceIds}::bigint[]) as concerned (id) cross join lateral (
      select d.id as "deviceId", w.id, w.name, w.purpose, w.condition, coalesce(z.name, '') as zone, u.username as "setBy",
        ${isoTime(sql`w.created_at`)} as "setAt", not w.is_on as paused, d.guardian is not null as "isGuarded",
        (select ${isoTime(sql`max(a.began_at)`)} from alerts a where a.rule_id = w.id and a.device_id = d.id) as "lastAt",
        (count(*) over ())::int as total
      from alert_rules w join users u on u.id = w.created_by left join zones z on z.id = w.zone_id
        join devices d on d.id = concerned.id and d.left_at is null
      where ${isTargetOf(sql`d.id`)}
      order by w.id limit ${atMost}) as f
    order by f."deviceId", f.id`.execute(db);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map(
    Array.from(byDevice, ([deviceId, rules]) => [
      deviceId,
      { watches: rules.map(toWatch), total: rules[0]?.total ?? 0 },
    ]),
  );
}

function toWatch({ id, name, purpose, condition, zone, setBy, setAt, paused, lastAt, isGuarded }: FoundRule): Watch {
  const what = conditionWords(condition, zone);
  const when = isGuarded ? simpleConditionWords(condition, zone) : 'Told when it happens and when it is over';
  return { kind: 'ALERT_RULE', id, name, purpose, what, when, setBy, setAt, until: null, paused, lastAt };
}
