import { sql } from 'kysely';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { DevicePoint } from '../positions.store.ts';

/** The time of a rule that has passed. */
interface RuleDeadline {
  ruleId: number;
  at: Date;
}

const given = (deadlines: readonly RuleDeadline[]) =>
  sql`unnest(${deadlines.map(({ ruleId }) => ruleId)}::bigint[], ${deadlines.map(({ at }) => at)}::timestamptz[]) as g (rule_id, deadline)`;

/** Finds which of these have not been checked. Plan: `alert_deadlines` by primary key. */
export async function findUnchecked(db: Database, deadlines: readonly RuleDeadline[]): Promise<number[]> {
  const { rows } = await sql<{ ruleId: number }>`
    select g.rule_id as "ruleId" from ${given(deadlines)}
    where not exists (select from alert_deadlines c where c.rule_id = g.rule_id and c.deadline >= g.deadline)`.execute(
    db,
  );
  return rows.map(({ ruleId }) => ruleId);
}

/** Marks these as checked, in the transaction that stores their alerts, and returns those that were not: whichever server is first checks them. */
export async function takeDeadlines(transaction: Database, deadlines: readonly RuleDeadline[]): Promise<number[]> {
  const { rows } = await sql<{ ruleId: number }>`
    insert into alert_deadlines (rule_id, deadline)
    select w.id, g.deadline from ${given(deadlines)} join alert_rules w on w.id = g.rule_id order by w.id
    on conflict (rule_id) do update set deadline = excluded.deadline where alert_deadlines.deadline < excluded.deadline
    returning rule_id as "ruleId"`.execute(transaction);
  return rows.map(({ ruleId }) => ruleId);
}

/** So many points of a device are read at most, the newest: an hour of a live location has fewer. */
const pointsAtMost = 4000;

/**
 * Reads the points of devices in a period, oldest first, with the last one before it. Plan: for each device a range of
 * `locations_local_date_time`.
 */
export async function readPointsAround(
  db: Database,
  deviceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<DevicePoint[]> {
  const point = sql`l.device_id as "deviceId", l.latitude, l.longitude, l.accuracy, l.local_date_time as at`;
  const { rows } = await sql<DevicePoint>`
    select p.* from unnest(${deviceIds}::bigint[]) as wanted (id) cross join lateral (
      (select ${point} from locations l where l.device_id = wanted.id and l.local_date_time < ${from}
        order by l.local_date_time desc limit 1)
      union all
      (select ${point} from locations l where l.device_id = wanted.id and l.local_date_time between ${from} and ${to}
        order by l.local_date_time desc limit ${pointsAtMost})) p
    order by p."deviceId", p.at`.execute(db);
  return rows;
}

/**
 * Finds since when devices share their location, of those that began after a moment: their people joined, resumed or shared it again. Plan: the entries
 * and the consents of each device.
 */
export async function findSharedSince(
  db: Database,
  deviceIds: readonly number[],
  moment: Date,
): Promise<Map<number, Date>> {
  const { rows } = await sql<{ deviceId: number; since: Date }>`
    select wanted.id as "deviceId", s.since from unnest(${deviceIds}::bigint[]) as wanted (id) cross join lateral (
      select greatest(
        (select max(e.recorded_at) from audit_entries e
          where e.device_id = wanted.id and e.action = 'RESUME' and e.recorded_at > ${moment}),
        (select max(c.recorded_at) from consents c
          where c.device_id = wanted.id and c.recorded_at > ${moment} and 'LOCATION' = any(c.capabilities)
            and not coalesce((select 'LOCATION' = any(b.capabilities) from consents b
              where b.device_id = c.device_id and b.id < c.id order by b.id desc limit 1), false))) as since) s
    where s.since is not null`.execute(db);
  return new Map(rows.map(({ deviceId, since }) => [deviceId, since]));
}
