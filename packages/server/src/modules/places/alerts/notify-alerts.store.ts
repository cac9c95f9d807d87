import type { AlertCondition, AlertEvent, Capability, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isToldOfAlert } from '../../../shared/disclosure/alert-disclosure.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { shownName } from '../../../shared/shown-names.ts';

/** An alert of which somebody has to be notified: that it began, that it is over, or both. */
export interface DueAlert {
  id: number;
  ruleId: number;
  ruleName: string;
  event: AlertEvent;
  capability: Capability | null;
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

/** The rules with due alerts that have quiet hours. */
export async function findQuietRules(db: Database): Promise<{ ruleId: number; quiet: SharingHours }[]> {
  const { rows } = await sql<{ ruleId: number; quiet: SharingHours }>`
    select distinct w.id as "ruleId", w.quiet from alerts a join alert_rules w on w.id = a.rule_id
    where ${isDue} and w.quiet is not null`.execute(db);
  return rows;
}

const duePerRound = 500;

/**
 * Marks alerts as notified and returns them, each once. The caller notifies in the same transaction, so that a crash neither loses nor repeats it. Plan: the
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
    returning a.id, w.id as "ruleId", w.name as "ruleName", a.event, a.capability, w.condition, coalesce(z.name, '') as zone, a.words,
      d.id as "deviceId", ${shownName} as "deviceName", d.username, u.id as "ownerId",
      u.username as owner, w.by_mail as "byMail", due.begin_told as "beginTold", a.ended_at is not null as ended,
      due.over_told as "overTold"`.execute(transaction);
  return rows.sort((one, other) => one.id - other.id);
}

/** A recipient of an alert who may be told of it. */
export interface AlertRecipient {
  alertId: number;
  userId: number;
  username: string;
}

/** Finds which recipients of these alerts may be told of them at this moment. What has ended is about the past, so the person's hours do not matter. */
export async function findRecipients(db: Database, alertIds: readonly number[], at: Date): Promise<AlertRecipient[]> {
  const isTold = isToldOfAlert({
    admin: sql`u.id`,
    capability: sql`a.capability`,
    live: sql`(a.ended_at is null)`,
    at: sql`${at}::timestamptz`,
  });
  const { rows } = await sql<AlertRecipient>`
    select a.id as "alertId", u.id as "userId", u.username from alerts a join alert_recipients r on r.rule_id = a.rule_id
      join users u on u.id = r.user_id join devices d on d.id = a.device_id and d.left_at is null
    where a.id = any(${alertIds}::bigint[]) and ${isTold}
    order by a.id, u.id`.execute(db);
  return rows;
}
