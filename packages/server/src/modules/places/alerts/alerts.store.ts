import type { AlertCondition, AlertEvent, Capability, SharingHours } from '@fairwatch/contract';
import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import type { Devices } from './dirty-devices.ts';

/**
 * True while a rule `w` may read a device `d` at this moment: its person shares what it reads. A rule that reads no kind of data always may,
 * except about being offline, which would tell when a person pauses or is outside of their hours. `live` is false for what is about the past.
 */
function mayEvaluate(at: Date, live: RawBuilder<boolean> = sql`true`): RawBuilder<boolean> {
  const moment = sql`${at}::timestamptz`;
  return sql`case
    when w.capability is not null then ${isShared(sql`w.capability`, { live, at: moment })}
    when w.event = 'OFFLINE' then d.paused_at is null
      and (not ${live} or d.sharing_hours is null or within_hours(d.sharing_hours, ${moment}))
    else true end`;
}

/** An alert that begins. */
export interface Beginning {
  ruleId: number;
  deviceId: number;
  words: string;
  beganAt: Date;
  /** Empty for what lasts; what makes an event without an end unique. */
  occurrence: string;
}

/** A rule and a device. */
export interface RuleAndDevice {
  ruleId: number;
  deviceId: number;
}

/** A lasting condition that begins to hold for a device, or that no longer does (`alertId`). */
export interface StateChange extends RuleAndDevice {
  alertId: number | null;
  condition: AlertCondition;
  lastSeenAt: Date;
}

const number = (key: string) => sql`(w.condition ->> ${sql.lit(key)})::int`;
const isOnline = sql`exists (select from gateway_nodes n where n.id = d.gateway_node_id and n.alive_until > now())`;
const seenAt = sql`coalesce(d.last_seen_at, d.joined_at)`;
/** The free storage of a device in percent: a device tells its whole storage first, then its parts. */
const freePercent = sql`(select 100.0 * (i.total - i.used) / i.total from device_info i
  where i.device_id = d.id and i."group" = 'STORAGE' and i.total > 0 and i.used is not null order by i.position limit 1)`;
const isOlder = sql`coalesce(version_numbers(d.app_version) < version_numbers(w.condition ->> 'version'), false)`;

/** True while the condition of a rule `w` holds for a device `d`; `slack` is how far a value must recover. */
const holds = (at: Date, slack: number) => sql`case w.event
  when 'OFFLINE' then not ${isOnline} and ${seenAt} <= ${at}::timestamptz - ${number('minutes')} * interval '1 minute'
  when 'BATTERY_BELOW' then coalesce(d.battery_percent < ${number('percent')} + ${slack}::int, false)
  when 'STORAGE_BELOW' then coalesce(${freePercent} < ${number('percent')} + ${slack}::int, false)
  when 'SHARING_PAUSED' then d.paused_at is not null
  when 'APP_VERSION_BELOW' then ${isOlder}
  else false end`;

/** What an alert that is open needs to be over: the value has recovered, and for a battery that it is known at all. */
const isOver = (at: Date) => sql`case w.event
  when 'OFFLINE' then ${isOnline}
  when 'BATTERY_BELOW' then d.battery_percent is not null and not ${holds(at, limits.alert.recoverPercent)}
  when 'STORAGE_BELOW' then ${freePercent} is not null and not ${holds(at, limits.alert.recoverPercent)}
  else not ${holds(at, 0)} end`;

/**
 * Finds where lasting conditions of these rules begin or end now, for these devices or, with null, for all. It returns changes only. Plan: the few
 * rules, then the devices by primary key or all of them, then `alerts_open` for each pair.
 */
export async function findStateChanges(
  db: Database,
  { ruleIds, devices, at }: { ruleIds: readonly number[]; devices: Devices; at: Date },
): Promise<StateChange[]> {
  const concerned = devices === null ? sql`true` : sql`d.id = any(${devices}::bigint[])`;
  const { rows } = await sql<StateChange>`
    select w.id as "ruleId", d.id as "deviceId", w.condition, a.id as "alertId", ${seenAt} as "lastSeenAt"
    from alert_rules w join users u on u.id = w.created_by join devices d on d.left_at is null and ${concerned}
      left join alerts a on a.rule_id = w.id and a.device_id = d.id and a.ended_at is null
    where w.id = any(${ruleIds}::bigint[]) and ${isTargetOf(sql`d.id`)} and ${mayEvaluate(at)}
      and case when a.id is null then ${holds(at, 0)} else ${isOver(at)} end
    order by w.id, d.id`.execute(db);
  return rows;
}

/** Finds which of these rules may read which of these devices now. Plan: each by primary key. */
export async function findEvaluable(db: Database, pairs: readonly RuleAndDevice[], at: Date): Promise<RuleAndDevice[]> {
  const { rows } = await sql<RuleAndDevice>`
    select distinct w.id as "ruleId", d.id as "deviceId"
    from unnest(${pairs.map(({ ruleId }) => ruleId)}::bigint[], ${pairs.map(({ deviceId }) => deviceId)}::bigint[]) as p (rule_id, device_id)
      join alert_rules w on w.id = p.rule_id join users u on u.id = w.created_by
      join devices d on d.id = p.device_id and d.left_at is null
    where ${isTargetOf(sql`d.id`)} and ${mayEvaluate(at)}`.execute(db);
  return rows;
}

/** A device that a rule may read now, with the hours in which its person shares. */
export interface ReadableDevice extends RuleAndDevice {
  sharingHours: SharingHours | null;
}

/** Finds all devices that these rules may read now. Plan: the few rules, then all devices. */
export async function findReadableDevices(
  db: Database,
  ruleIds: readonly number[],
  at: Date,
): Promise<ReadableDevice[]> {
  const { rows } = await sql<ReadableDevice>`
    select w.id as "ruleId", d.id as "deviceId", d.sharing_hours as "sharingHours"
    from alert_rules w join users u on u.id = w.created_by join devices d on d.left_at is null
    where w.id = any(${ruleIds}::bigint[]) and ${isTargetOf(sql`d.id`)} and ${mayEvaluate(at)}
    order by w.id, d.id`.execute(db);
  return rows;
}

/** An alert that began or ended, with what the log of its device says about it. */
export interface ChangedAlert {
  deviceId: number;
  rule: string;
  event: AlertEvent;
  capability: Capability | null;
  words: string;
  ownerId: number;
  owner: string;
}

/**
 * Stores alerts that begin, with who may read them, and returns those that are new: one that is open, or an occurrence that fired before, stays as
 * it is. The share lock on the devices makes a person who leaves at this moment wait, and then delete them.
 */
export async function beginAlerts(transaction: Database, beginnings: readonly Beginning[]): Promise<ChangedAlert[]> {
  if (beginnings.length === 0) return [];
  const { rows } = await sql<ChangedAlert>`
    with here as materialized (
      select id from devices where id = any(${beginnings.map(({ deviceId }) => deviceId)}::bigint[]) and left_at is null
      order by id for share
    ), begun as (
      insert into alerts (rule_id, rule_name, event, capability, device_id, words, occurrence, began_at, ended_at, over_told_at)
      select w.id, w.name, w.event, w.capability, here.id, b.words, b.occurrence, b.began_at,
        case when b.occurrence <> '' then b.began_at end, case when b.occurrence <> '' then now() end
      from unnest(${beginnings.map(({ ruleId }) => ruleId)}::bigint[], ${beginnings.map(({ deviceId }) => deviceId)}::bigint[],
        ${beginnings.map(({ words }) => words)}::text[], ${beginnings.map(({ occurrence }) => occurrence)}::text[],
        ${beginnings.map(({ beganAt }) => beganAt)}::timestamptz[]) as b (rule_id, device_id, words, occurrence, began_at)
        join here on here.id = b.device_id join alert_rules w on w.id = b.rule_id
      order by b.began_at, w.id, here.id
      on conflict do nothing returning id, rule_id, device_id, words
    ), readers as (
      insert into alert_readers (user_id, alert_id)
      select r.user_id, begun.id from begun join alert_recipients r on r.rule_id = begun.rule_id
    )
    select begun.device_id as "deviceId", w.name as rule, w.event, w.capability, begun.words, u.id as "ownerId", u.username as owner
    from begun join alert_rules w on w.id = begun.rule_id join users u on u.id = w.created_by
    order by begun.id`.execute(transaction);
  return rows;
}

const changed = sql`a.device_id as "deviceId", w.name as rule, a.event, a.capability, a.words, u.id as "ownerId", u.username as owner`;

/** Ends alerts. Returns those that were open. */
export async function endAlerts(db: Database, alertIds: readonly number[], at: Date): Promise<ChangedAlert[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await sql<ChangedAlert>`
    update alerts a set ended_at = greatest(a.began_at, ${at})
    from alert_rules w join users u on u.id = w.created_by
    where a.id = any(${alertIds}::bigint[]) and a.ended_at is null and w.id = a.rule_id returning ${changed}`.execute(
    db,
  );
  return rows;
}

/** Ends the open alerts of these rules for these devices, each at its own time. Returns those that were open. */
export async function endAlertsOf(
  db: Database,
  ends: readonly (RuleAndDevice & { at: Date })[],
): Promise<ChangedAlert[]> {
  if (ends.length === 0) return [];
  const { rows } = await sql<ChangedAlert>`
    update alerts a set ended_at = greatest(a.began_at, e.at)
    from unnest(${ends.map(({ ruleId }) => ruleId)}::bigint[], ${ends.map(({ deviceId }) => deviceId)}::bigint[],
      ${ends.map(({ at }) => at)}::timestamptz[]) as e (rule_id, device_id, at)
      join alert_rules w on w.id = e.rule_id join users u on u.id = w.created_by
    where a.rule_id = e.rule_id and a.device_id = e.device_id and a.ended_at is null returning ${changed}`.execute(db);
  return rows;
}

/** Marks alerts so that nobody is notified of them any more, and ends those that are open. */
const silently = (at: Date) => sql`ended_at = coalesce(a.ended_at, greatest(a.began_at, ${at}::timestamptz)),
  told_at = coalesce(a.told_at, now()), over_told_at = coalesce(a.over_told_at, now())`;

/** True for alerts `a` that are open, or of which somebody has to be notified: what is open is not over, so nobody was told that it is. */
const isPending = sql`(a.told_at is null or a.over_told_at is null)`;

interface Silenced {
  activeRuleIds: readonly number[];
  devices: Devices;
  at: Date;
}

/**
 * Ends alerts without notifying anybody whose rule may no longer read their device: it is silent or gone, the device is out of its target, or
 * the person does not share what it reads now. Of what waits for the end of quiet hours nobody is notified either, unless only the hours of the
 * person are over. Plan: the partial index `alerts_due`, which has few entries, or `alerts_of_device`.
 */
export async function silenceAlerts(db: Database, { activeRuleIds, devices, at }: Silenced): Promise<number> {
  const concerned = devices === null ? sql`true` : sql`a.device_id = any(${devices}::bigint[])`;
  const { rows } = await sql`
    update alerts a set ${silently(at)}
    where ${isPending} and ${concerned} and not exists (
      select from alert_rules w join users u on u.id = w.created_by join devices d on d.id = a.device_id and d.left_at is null
      where w.id = a.rule_id and w.id = any(${activeRuleIds}::bigint[]) and ${isTargetOf(sql`d.id`)}
        and ${mayEvaluate(at, sql`(a.ended_at is null)`)})
    returning a.id`.execute(db);
  return rows.length;
}

/** Ends what a rule has open, before it is changed, switched off or deleted. Nobody is notified. Plan: `alerts_due` or `alerts_of_rule`. */
export async function silenceRule(db: Database, ruleId: number, at: Date): Promise<void> {
  await sql`update alerts a set ${silently(at)} where a.rule_id = ${ruleId} and ${isPending}`.execute(db);
}

/** Something without an end that happened to a device, for a rule about such events. */
export interface Occurred {
  ruleId: number;
  deviceId: number;
  /** What it is about, such as the app. */
  about: string;
  occurrence: string;
  at: Date;
}

/** Items of runs that failed or were not answered since a rule is on, once per run and device. Plan: `runs_finished`, then `run_items_of_run`. */
export async function findFailedRuns(db: Database, ruleIds: readonly number[], at: Date): Promise<Occurred[]> {
  const { rows } = await sql<Occurred>`
    with recent as materialized (
      select id, title, finished_at from runs where finished_at > ${at}::timestamptz - interval '1 day'
    )
    select w.id as "ruleId", i.device_id as "deviceId", r.title as about, 'run ' || r.id as occurrence, max(r.finished_at) as at
    from alert_rules w join users u on u.id = w.created_by
      join recent r on r.finished_at > w.on_since
      join run_items i on i.run_id = r.id and i.state in ('FAILED', 'EXPIRED')
    where w.id = any(${ruleIds}::bigint[]) and ${isTargetOf(sql`i.device_id`)} and not exists (
      select from alerts a where a.rule_id = w.id and a.device_id = i.device_id and a.occurrence = 'run ' || r.id)
    group by w.id, i.device_id, r.id, r.title`.execute(db);
  return rows;
}

/**
 * Changes of what these devices share since a rule is on. A consent with the same capabilities as the one before is none. Plan: `consents_device` for
 * each device.
 */
export async function findSharingChanges(
  db: Database,
  ruleIds: readonly number[],
  devices: Devices,
): Promise<Occurred[]> {
  const concerned =
    devices === null ? sql`c.recorded_at > now() - interval '1 day'` : sql`c.device_id = any(${devices}::bigint[])`;
  const { rows } = await sql<Occurred>`
    select w.id as "ruleId", c.device_id as "deviceId", '' as about, 'consent ' || c.id as occurrence, c.recorded_at as at
    from alert_rules w join users u on u.id = w.created_by join consents c on c.recorded_at > w.on_since and ${concerned}
      cross join lateral (select b.capabilities from consents b where b.device_id = c.device_id and b.id < c.id order by b.id desc limit 1) before
    where w.id = any(${ruleIds}::bigint[]) and ${isTargetOf(sql`c.device_id`)}
      and not (before.capabilities @> c.capabilities and c.capabilities @> before.capabilities)
      and not exists (select from alerts a where a.rule_id = w.id and a.device_id = c.device_id and a.occurrence = 'consent ' || c.id)
    order by c.id`.execute(db);
  return rows;
}

/** Deletes what rules have told longer ago than this, except what is still open. */
export async function deleteOldAlerts(db: Database, keptMs: number): Promise<void> {
  await sql`
    delete from alerts where ended_at is not null and recorded_at < now() - ${keptMs} * interval '1 millisecond'`.execute(
    db,
  );
  await sql`
    delete from zone_presence where not inside and since < now() - interval '1 day'`.execute(db);
}
