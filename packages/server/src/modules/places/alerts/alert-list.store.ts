import { conditionWords, type Alert, type AlertRule } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { all, isoTime } from '../../../core/database/list-sql.ts';
import { isToldOfAlert } from '../../../shared/disclosure/alert-disclosure.ts';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isUsedKind } from '../../../shared/settings/used-kinds-sql.ts';
import { isTargetOf, targetOf } from '../../../shared/watches/target-sql.ts';
import { isOwn } from '../../../shared/watches/creator-sql.ts';
import { seesRule } from './rules/alert-rules.store.ts';
import { shownAccount, shownAccountOf, shownName } from '../../../shared/shown-names.ts';

const sources = sql`alerts a join devices d on d.id = a.device_id`;

type FoundRule = Omit<AlertRule, 'target' | 'words'> & {
  groupId: number | null;
  deviceId: number | null;
  zone: string;
  /** The device for which it last fired, of those that the reader may be told of. */
  lastDeviceId: number | null;
};

/** A rule, and the device of which `lastFiredAt` tells. */
export interface ListedRule {
  rule: AlertRule;
  lastDeviceId: number | null;
}

/** True when the reader may be told of an alert `a` about a device `d` now. */
const isToldTo = ({ userId }: Scope) => isToldOfAlert({ admin: sql`${userId}::bigint`, capability: sql`a.capability` });

/** True while the person of a device `d` shares what a rule `w` reads. */
const isRead = sql`(w.capability is null or ${isShared(sql`w.capability`)})`;

/**
 * Lists the rules that this admin sees, by name. What they are told of its devices are those in their scope; when it last fired, and for how many it
 * does now, comes from alerts that they may be told of. Plan: `alert_rules_of_admin` and `alert_recipients_user`, then the devices of each rule,
 * `alerts_of_rule` backwards until one may be told, and `alerts_open`.
 */
export async function listRules(db: Database, scope: Scope, ruleId?: number): Promise<ListedRule[]> {
  // A rule about a kind that is not used does nothing; it is there again when the kind is.
  const only = ruleId === undefined ? isUsedKind(sql`w.capability`) : sql`w.id = ${ruleId}`;
  const { rows } = await sql<FoundRule>`
    select w.id, w.name, w.purpose, w.condition, coalesce(z.name, '') as zone, w.group_id as "groupId", w.device_id as "deviceId",
      coalesce((select g.name from groups g where g.id = w.group_id), (
        select ${shownName} from devices d where d.id = w.device_id and ${inScope(scope, sql`d.id`)})
      ) as "targetName",
      counted.devices, counted.silent,
      (select json_agg(json_build_object('id', r.user_id, 'name', ${shownAccountOf('told')}) order by ${shownAccountOf('told')})
        from alert_recipients r join users told on told.id = r.user_id where r.rule_id = w.id) as recipients,
      w.by_mail as "byMail", w.quiet, w.is_on as on, ${shownAccount} as owner, ${isoTime(sql`w.created_at`)} as "createdAt",
      ${isoTime(sql`last.began_at`)} as "lastFiredAt", last.device_id as "lastDeviceId",
      (select count(*)::int from ${sources} where a.rule_id = w.id and a.ended_at is null and d.left_at is null and ${isToldTo(scope)}) as firing,
      ${isOwn(scope, sql`w.created_by`)} as mine
    from alert_rules w join users u on u.id = w.created_by left join zones z on z.id = w.zone_id cross join lateral (
      select count(*)::int as devices, (count(*) filter (where not ${isRead}))::int as silent
      from devices d where d.left_at is null and ${isTargetOf(sql`d.id`)} and ${inScope(scope, sql`d.id`)}) as counted
      left join lateral (
        select a.began_at, a.device_id from ${sources}
        where a.rule_id = w.id and d.left_at is null and ${isToldTo(scope)} order by a.id desc limit 1) as last on true
    where ${seesRule(scope)} and ${only}
    order by w.name collate natural_order, w.id`.execute(db);
  return rows.map(({ groupId, deviceId, zone, lastDeviceId, ...rule }) => ({
    rule: { ...rule, target: targetOf({ groupId, deviceId }), words: conditionWords(rule.condition, zone) },
    lastDeviceId,
  }));
}

/** True for the alerts `a` of a device `d` that this admin reads: of their rules or told to them, as long as they may be told of them now. */
function isReadable(reader: Scope): RawBuilder<unknown> {
  return all([isReader(reader), sql`d.left_at is null`, isToldTo(reader)]);
}

/** True for the alerts `a` of rules that name this admin as a recipient; all for a SUPER_ADMIN. */
function isReader({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return sql`true`;
  return sql`exists (select from alert_readers ar where ar.user_id = ${userId} and ar.alert_id = a.id)`;
}

export interface AlertFilter {
  ruleId?: number | undefined;
  deviceId?: number | undefined;
  state?: 'FIRING' | 'OVER' | 'ACKNOWLEDGED' | undefined;
  before?: number | undefined;
}

const states = {
  FIRING: sql`a.ended_at is null`,
  OVER: sql`a.ended_at is not null and a.acknowledged_at is null`,
  ACKNOWLEDGED: sql`a.acknowledged_at is not null`,
};

/** Lists alerts, newest first. Plan: the primary key backwards, `alerts_of_rule` or `alerts_of_device`, until the page is full. */
export async function listAlerts(
  db: Database,
  reader: Scope,
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
      ${shownName} as device, a.words, ${isoTime(sql`a.began_at`)} as "beganAt",
      ${isoTime(sql`a.ended_at`)} as "endedAt", ${shownAccountOf('k')} as "acknowledgedBy", ${isoTime(sql`a.acknowledged_at`)} as "acknowledgedAt"
    from ${sources} left join users k on k.id = a.acknowledged_by
    where ${isReadable(reader)} and ${all(wanted)}
    order by a.id desc limit ${atMost}`.execute(db);
  return rows;
}

/** Counting looks at so many of the latest alerts that nobody has acknowledged, because every page counts them. */
const latestCounted = 1000;

/** Counts what nobody has acknowledged, up to 100: more reads as "99+". Plan: the partial index `alerts_unacknowledged` backwards. */
export async function countUnacknowledged(db: Database, reader: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with latest as materialized (
      select a.* from alerts a where a.acknowledged_at is null and ${isReader(reader)} order by a.id desc limit ${latestCounted}
    )
    select count(*)::int as count from (
      select from latest a join devices d on d.id = a.device_id where ${isReadable(reader)} limit 100) as waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Acknowledges those of these alerts that the admin reads and nobody has acknowledged. Returns how many. */
export async function acknowledge(db: Database, reader: Scope, alertIds: readonly number[]): Promise<number> {
  const { rows } = await sql`
    with mine as (
      select a.id from ${sources} where a.id = any(${alertIds}::bigint[]) and ${isReadable(reader)} and a.acknowledged_at is null
      order by a.id for update of a
    )
    update alerts a set acknowledged_at = now(), acknowledged_by = ${reader.userId} from mine
    where a.id = mine.id returning a.id`.execute(db);
  return rows.length;
}
