import type { AlertCondition, AlertEvent, Capability, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** An alert of which somebody has to be told: that it began, that it is over, or both. */
export interface DueAlert {
  id: number;
  ruleId: number;
  ruleName: string;
  event: AlertEvent;
  condition: AlertCondition;
  zone: string;
  words: string;
  deviceId: number;
  deviceName: string;
  username: string;
  ownerId: number;
  owner: string;
  byMail: boolean;
  beginTold: boolean;
  ended: boolean;
  overTold: boolean;
}

const isDue = sql`(a.told_at is null or (a.ended_at is not null and a.over_told_at is null))`;

/** The rules with something to tell that have quiet hours. */
export async function findQuietRules(db: Database): Promise<{ ruleId: number; quiet: SharingHours }[]> {
  const { rows } = await sql<{ ruleId: number; quiet: SharingHours }>`
    select distinct w.id as "ruleId", w.quiet from alerts a join alert_rules w on w.id = a.rule_id
    where ${isDue} and w.quiet is not null`.execute(db);
  return rows;
}

const duePerRound = 500;

/**
 * Marks alerts as told and returns them, each once. The caller notifies in the same transaction, so that a crash neither loses nor repeats it. Plan: the
 * partial index `alerts_due`, then rule, device and creator by primary key.
 */
export async function takeDueAlerts(transaction: Database, heldRuleIds: readonly number[]): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as materialized (
      select a.id, a.told_at is not null as begin_told, a.over_told_at is not null as over_told from alerts a
      where ${isDue} and a.rule_id is not null and a.rule_id <> all(${heldRuleIds}::bigint[])
      order by a.id limit ${duePerRound} for update skip locked
    )
    update alerts a set told_at = coalesce(a.told_at, now()),
      over_told_at = case when a.ended_at is not null then coalesce(a.over_told_at, now()) end
    from due, alert_rules w left join zones z on z.id = w.zone_id join users u on u.id = w.created_by, devices d
    where a.id = due.id and w.id = a.rule_id and d.id = a.device_id
    returning a.id, w.id as "ruleId", w.name as "ruleName", a.event, w.condition, coalesce(z.name, '') as zone, a.words,
      d.id as "deviceId", coalesce(nullif(d.nickname, ''), d.name) as "deviceName", d.username, u.id as "ownerId",
      u.username as owner, w.by_mail as "byMail", due.begin_told as "beginTold", a.ended_at is not null as ended,
      due.over_told as "overTold"`.execute(transaction);
  return rows.sort((one, other) => one.id - other.id);
}

/** Which recipients of these alerts are active admins who have the device in their scope. */
export async function findRecipients(
  db: Database,
  alertIds: readonly number[],
): Promise<{ alertId: number; userId: number }[]> {
  const { rows } = await sql<{ alertId: number; userId: number }>`
    select a.id as "alertId", u.id as "userId" from alerts a join alert_recipients r on r.rule_id = a.rule_id
      join users u on u.id = r.user_id and u.blocked_at is null
    where a.id = any(${alertIds}::bigint[]) and (u.admin_role = 'SUPER_ADMIN' or (u.admin_role = 'ADMIN' and exists (
      select from device_assignments s where s.user_id = u.id and s.device_id = a.device_id)))
    order by a.id, u.id`.execute(db);
  return rows;
}

/** Deletes the news of alerts about a device when its person no longer shares something that a rule has read. */
export async function deleteHiddenNotifications(
  db: Database,
  deviceId: number,
  shared: readonly Capability[],
): Promise<void> {
  await sql`
    delete from notifications n where n.device_id = ${deviceId} and n.kind = 'ALERT' and exists (
      select from alerts a where a.device_id = ${deviceId} and a.capability <> all(${shared}::text[]))`.execute(db);
}
