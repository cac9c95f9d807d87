import { conditionWords, type Actor, type Alert, type AlertEvent, type AlertRule } from '@fairwatch/contract';
import { alertEvents } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { all, isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';
import { inScope } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';
import { isTargetOf, targetOf } from '../watches/target-sql.ts';
import { canHear, isOwnRule, seesRule } from './alert-rules.store.ts';
import { hears } from './alerts.store.ts';

type FoundRule = Omit<AlertRule, 'target' | 'words'> & {
  groupId: number | null;
  deviceId: number | null;
  zone: string;
};

/**
 * Lists the rules that this admin sees, by name. The name of the device of a rule is left out for an admin who does not have it. Plan: `alert_rules_of_admin`
 * and `alert_recipients_user`, then the devices of each rule.
 */
export async function listRules(db: Database, scope: Scope, ruleId?: number): Promise<AlertRule[]> {
  const only = ruleId === undefined ? sql`true` : sql`w.id = ${ruleId}`;
  const { rows } = await sql<FoundRule>`
    select w.id, w.name, w.purpose, w.condition, coalesce(z.name, '') as zone, w.group_id as "groupId", w.device_id as "deviceId",
      coalesce((select g.name from groups g where g.id = w.group_id), (
        select coalesce(nullif(d.nickname, ''), d.name) from devices d where d.id = w.device_id and ${inScope(scope, sql`d.id`)})
      ) as "targetName",
      counted.devices, counted.silent,
      (select json_agg(json_build_object('id', r.user_id, 'username', told.username) order by told.username)
        from alert_recipients r join users told on told.id = r.user_id where r.rule_id = w.id) as recipients,
      w.by_mail as "byMail", w.quiet, w.is_on as on, u.username as owner, ${isoTime(sql`w.created_at`)} as "createdAt",
      (select ${isoTime(sql`max(a.began_at)`)} from alerts a where a.rule_id = w.id) as "lastRangAt",
      (select count(*)::int from alerts a where a.rule_id = w.id and a.ended_at is null) as ringing,
      ${isOwnRule(scope)} as mine
    from alert_rules w join users u on u.id = w.created_by left join zones z on z.id = w.zone_id cross join lateral (
      select count(*)::int as devices, (count(*) filter (where not ${hears}))::int as silent
      from devices d where d.left_at is null and ${isTargetOf(sql`d.id`)}) as counted
    where ${seesRule(scope)} and ${only}
    order by w.name collate natural_order, w.id`.execute(db);
  return rows.map(({ groupId, deviceId, zone, ...rule }) =>
    Object.assign(rule, { target: targetOf({ groupId, deviceId }), words: conditionWords(rule.condition, zone) }),
  );
}

/** Who reads the history, and which events they may read about. */
export interface AlertReader extends Scope {
  actor: Actor;
}

const readable = (actor: Actor): AlertEvent[] => alertEvents.filter((event) => canHear(actor, event));

/**
 * True for the alerts `a` of a device `d` that this admin reads: of their rules or told to them, about a device in their scope, as long as they may read
 * what the rule reads and its person shares it.
 */
function isReadable(reader: AlertReader): RawBuilder<unknown> {
  const own = reader.allDevices
    ? sql`true`
    : sql`exists (select from alert_readers ar where ar.user_id = ${reader.userId} and ar.alert_id = a.id)`;
  return all([
    own,
    inScope(reader, sql`d.id`),
    sql`a.event = any(${readable(reader.actor)}::text[])`,
    sql`(a.capability is null or (a.capability = any(d.capabilities) and d.paused_at is null))`,
    sql`d.left_at is null`,
  ]);
}

const sources = sql`alerts a join devices d on d.id = a.device_id`;

export interface AlertFilter {
  ruleId?: number | undefined;
  deviceId?: number | undefined;
  state?: 'RINGING' | 'OVER' | 'ACKNOWLEDGED' | undefined;
  before?: number | undefined;
}

const states = {
  RINGING: sql`a.ended_at is null`,
  OVER: sql`a.ended_at is not null and a.acknowledged_at is null`,
  ACKNOWLEDGED: sql`a.acknowledged_at is not null`,
};

/** Lists alerts, newest first. Plan: the primary key backwards, `alerts_of_rule` or `alerts_of_device`, until the page is full. */
export async function listAlerts(
  db: Database,
  reader: AlertReader,
  { ruleId, deviceId, state, before }: AlertFilter,
  atMost: number,
): Promise<Alert[]> {
  const wanted = [
    ruleId === undefined ? null : sql`a.rule_id = ${ruleId}`,
    deviceId === undefined ? null : sql`a.device_id = ${deviceId}`,
    state === undefined ? null : states[state],
    before === undefined ? null : sql`a.id < ${before}`,
  ].filter((each) => each !== null);
  const { rows } = await sql<Alert>`
    select a.id, a.rule_id as "ruleId", a.rule_name as rule, a.event, d.id as "deviceId",
      coalesce(nullif(d.nickname, ''), d.name) as device, a.words, ${isoTime(sql`a.began_at`)} as "beganAt",
      ${isoTime(sql`a.ended_at`)} as "endedAt", k.username as "acknowledgedBy", ${isoTime(sql`a.acknowledged_at`)} as "acknowledgedAt"
    from ${sources} left join users k on k.id = a.acknowledged_by
    where ${isReadable(reader)} and ${all(wanted)}
    order by a.id desc limit ${atMost}`.execute(db);
  return rows;
}

/** Counts what nobody has acknowledged, up to 100: more reads as "99+". Plan: the partial index `alerts_unacknowledged` backwards. */
export async function countUnacknowledged(db: Database, reader: AlertReader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sources} where ${isReadable(reader)} and a.acknowledged_at is null order by a.id desc limit 100) as waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Acknowledges those of these alerts that the admin reads and nobody has acknowledged. Returns how many. */
export async function acknowledge(db: Database, reader: AlertReader, alertIds: readonly number[]): Promise<number> {
  const { rows } = await sql`
    with mine as (
      select a.id from ${sources} where a.id = any(${alertIds}::bigint[]) and ${isReadable(reader)} and a.acknowledged_at is null
      order by a.id for update of a
    )
    update alerts a set acknowledged_at = now(), acknowledged_by = ${reader.userId} from mine
    where a.id = mine.id returning a.id`.execute(db);
  return rows.length;
}
