import {
  alertFacts,
  can,
  type Actor,
  type AlertCondition,
  type AlertEvent,
  type Capability,
  type SharingHours,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { storableJson } from '../../../../core/storable-text.ts';
import { lockKeys } from '../../../../core/database/lock-keys.ts';
import { mayReadAlerts } from '../../../../shared/disclosure/alert-disclosure.ts';
import { isActiveAdmin } from '../../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Scope } from '../../../../shared/scope.ts';
import { isOwn } from '../../../../shared/watches/creator-sql.ts';
import { isTargetOf } from '../../../../shared/watches/target-sql.ts';
import type { RuleZone } from '../zone-index.ts';
import { nameInFull } from '../../../../shared/shown-names.ts';

/** An alert rule as it is stored. */
export interface StoredRule {
  id: number;
  name: string;
  purpose: string;
  event: AlertEvent;
  condition: AlertCondition;
  capability: Capability | null;
  zoneId: number | null;
  /** The name of its zone; empty for none. */
  zone: string;
  groupId: number | null;
  deviceId: number | null;
  createdBy: number;
  creator: string;
  byMail: boolean;
  quiet: SharingHours | null;
  on: boolean;
  onSince: Date;
}

export type NewRule = Omit<StoredRule, 'id' | 'zone' | 'creator' | 'event' | 'capability' | 'zoneId'>;

const fields = sql`w.id, w.name, w.purpose, w.event, w.condition, w.capability, w.zone_id as "zoneId", coalesce(z.name, '') as zone,
  w.group_id as "groupId", w.device_id as "deviceId", w.created_by as "createdBy", u.username as creator, w.by_mail as "byMail",
  w.quiet, w.is_on as on, w.on_since as "onSince"`;
const sources = sql`alert_rules w join users u on u.id = w.created_by left join zones z on z.id = w.zone_id`;

/** True for the rules `w` that this admin sees: also those that tell them. */
export const seesRule = (scope: Scope): RawBuilder<boolean> =>
  sql`(${isOwn(scope, sql`w.created_by`)} or exists (
    select from alert_recipients r where r.rule_id = w.id and r.user_id = ${scope.userId}))`;

/** Whether an account may read what a rule about this event reads. */
export function canMatch(actor: Actor, event: AlertEvent): boolean {
  return can(actor, { access: { permission: alertFacts[event].permission, level: 'READ_ONLY' } });
}

/** Reads the rules that are switched on and whose creators may still read what they read. The others are silent. */
export async function loadActiveRules(db: Database): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select ${fields} from ${sources} where w.is_on and ${mayReadAlerts(sql`u`, sql`w.capability`)} order by w.id`.execute(
    db,
  );
  return rows;
}

/** Reads these zones. */
export async function loadZones(db: Database, zoneIds: readonly number[]): Promise<RuleZone[]> {
  const { rows } = await sql<RuleZone>`
    select id, name, area, changed_at as "changedAt" from zones where id = any(${zoneIds}::bigint[])`.execute(db);
  return rows;
}

/**
 * Makes the servers of a cluster evaluate one after the other until the end of the transaction, so that none acts on a state that another
 * is just changing.
 */
export async function lockEvaluation(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKeys.alerts})`.execute(transaction);
}

/**
 * A number that rises whenever a change of a rule or a zone becomes visible, also by another server. The triggers
 * `alert_rules_raise_version` and `zones_raise_version` keep it in the order of commits.
 */
export async function readRulesVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from alert_rules_version`.execute(db);
  if (rows[0] === undefined) throw new Error('The version of the rules is always there.');
  return rows[0].version;
}

/** Locks a rule that this admin may change until the transaction ends. */
export async function lockRule(transaction: Database, scope: Scope, ruleId: number): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`
    select ${fields} from ${sources} where w.id = ${ruleId} and ${isOwn(scope, sql`w.created_by`)} for update of w`.execute(
    transaction,
  );
  return rows[0];
}

/** The columns that follow from a condition. */
function conditionColumns(condition: AlertCondition) {
  return {
    event: condition.on,
    capability: alertFacts[condition.on].capability,
    zoneId: 'zoneId' in condition ? condition.zoneId : null,
    condition: storableJson(condition),
  };
}

export async function insertRule(transaction: Database, rule: NewRule): Promise<number> {
  const { event, capability, zoneId, condition } = conditionColumns(rule.condition);
  const { rows } = await sql<{ id: number }>`
    insert into alert_rules (name, purpose, event, condition, capability, zone_id, group_id, device_id, created_by, by_mail, quiet, is_on, on_since)
    values (${rule.name}, ${rule.purpose}, ${event}, ${condition}, ${capability}, ${zoneId}, ${rule.groupId}, ${rule.deviceId},
      ${rule.createdBy}, ${rule.byMail}, ${rule.quiet && storableJson(rule.quiet)}, ${rule.on}, ${rule.onSince})
    returning id`.execute(transaction);
  if (rows[0] === undefined) throw new Error('A row that was inserted is given back.');
  return rows[0].id;
}

/** Changes a rule. It begins anew: what was before the change is not told. */
export async function updateRule(transaction: Database, ruleId: number, rule: NewRule): Promise<void> {
  const { event, capability, zoneId, condition } = conditionColumns(rule.condition);
  await sql`
    update alert_rules set name = ${rule.name}, purpose = ${rule.purpose}, event = ${event}, condition = ${condition},
      capability = ${capability}, zone_id = ${zoneId}, group_id = ${rule.groupId}, device_id = ${rule.deviceId},
      by_mail = ${rule.byMail}, quiet = ${rule.quiet && storableJson(rule.quiet)}, is_on = ${rule.on}, on_since = ${rule.onSince},
      changed_at = clock_timestamp()
    where id = ${ruleId}`.execute(transaction);
}

export async function switchRule(
  transaction: Database,
  ruleId: number,
  { on, onSince }: Pick<StoredRule, 'on' | 'onSince'>,
): Promise<void> {
  await sql`
    update alert_rules set is_on = ${on}, on_since = ${onSince}, changed_at = clock_timestamp() where id = ${ruleId}`.execute(
    transaction,
  );
}

export async function deleteRule(transaction: Database, ruleId: number): Promise<void> {
  await sql`delete from alert_rules where id = ${ruleId}`.execute(transaction);
}

/** Makes these accounts the recipients of a rule. */
export async function setRecipients(transaction: Database, ruleId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from alert_recipients where rule_id = ${ruleId} and user_id <> all(${userIds}::bigint[])`.execute(
    transaction,
  );
  await sql`
    insert into alert_recipients (rule_id, user_id) select ${ruleId}, unnest(${userIds}::bigint[])
    on conflict do nothing`.execute(transaction);
}

/** The devices that a rule is for now, in the order of their ids. */
export async function findRuleDevices(db: Database, ruleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from alert_rules w join users u on u.id = w.created_by join devices d on d.left_at is null
    where w.id = ${ruleId} and ${isTargetOf(sql`d.id`)} order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The devices in the groups that rules are for. */
export async function findDevicesOfRuleGroups(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct gd.device_id as id from alert_rules w join group_devices gd on gd.group_id = w.group_id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The name of a zone that a rule of this admin can be about, which is kept from being deleted until the transaction ends. */
export async function findZoneName(db: Database, scope: Scope, zoneId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from zones where id = ${zoneId} and ${isOwn(scope, sql`created_by`)} for key share`.execute(db);
  return rows[0]?.name;
}

/** The zones that rules of this admin can be about, by name. */
export async function listZones(db: Database, scope: Scope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from zones where ${isOwn(scope, sql`created_by`)} order by name collate natural_order, id`.execute(
    db,
  );
  return rows;
}

export interface RecipientChoice {
  id: number;
  name: string;
}

/** Whom a rule of this admin can tell: themselves and the active admins below them; a SUPER_ADMIN can tell every active admin. */
export async function listRecipients(db: Database, { userId, allDevices }: Scope): Promise<RecipientChoice[]> {
  const below = allDevices ? sql`true` : sql`u.id in (select accounts_below(${userId}))`;
  const { rows } = await sql<RecipientChoice>`
    select u.id, ${nameInFull} as name from users u
    where u.id = ${userId} or (${isActiveAdmin(sql`u`)} and ${below})
    order by ${nameInFull} collate natural_order, u.id`.execute(db);
  return rows;
}
