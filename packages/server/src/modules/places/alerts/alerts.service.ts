import {
  alertFacts,
  can,
  conditionWords,
  createAlertRule,
  deleteAlertRule,
  placeWords,
  switchAlertRule,
  tryAlertRule,
  updateAlertRule,
  type AlertCondition,
  type Capability,
  type OutputOf,
  type ParsedInputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { storableText } from '../../../core/storable-text.ts';
import { checkDevice, requireUsedKinds } from '../../consent/device-access.ts';
import { listRules, type ListedRule } from './alert-list.store.ts';
import { logRuleChanges, tellRuleChanges, type LoggedRuleChange } from './rules/alert-rule-log.ts';
import * as store from './rules/alert-rules.store.ts';
import { silenceRule } from './alerts.store.ts';
import { notStored, tryOnPastWeek } from './rules/try-rule.ts';
import { boundCreated, requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import { requireCreator } from '../../../shared/watches/actors.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { targetColumns } from '../../../shared/watches/target-sql.ts';
import { requireTarget } from '../../../shared/watches/targets.store.ts';
import { actorOf, compareDevices } from '../../../shared/watches/watch-changes.ts';

type Fields = ParsedInputOf<typeof createAlertRule>;

async function requireRule(db: Database, scope: Scope, ruleId: number): Promise<ListedRule> {
  const [rule] = await listRules(db, scope, ruleId);
  if (rule === undefined) throw new AppError('alert_rule_not_found');
  return rule;
}

/** Creates a rule. The people of its devices are told before it fires. */
export async function createRuleByAdmin(services: Services, session: Session, input: Fields): Promise<ListedRule> {
  const { db } = services;
  const creator = { ...session, blocked: false };
  const { id, change } = await db.transaction().execute(async (transaction) => {
    await requireRoom(transaction, 'alertRules', session.userId);
    const rule = await checkedRule(services, transaction, creator, session.userId, input);
    const ruleId = await store.insertRule(transaction, rule);
    await store.setRecipients(transaction, ruleId, rule.recipientIds);
    const set: LoggedRuleChange = {
      what: 'set',
      deviceIds: await store.findRuleDevices(transaction, ruleId),
      rule,
      actor: actorOf(session, createAlertRule),
    };
    await logRuleChanges(transaction, [set]);
    await boundCreated(transaction, 'alertRules', session.userId);
    return { id: ruleId, change: set };
  });
  tellRuleChanges(services, [change]);
  return await requireRule(db, scopeOf(session), id);
}

/** Changes a rule. It stays that of its creator: what they may not read, it does not tell, whoever changes it. */
export async function updateRuleByAdmin(
  services: Services,
  session: Session,
  { ruleId, ...input }: ParsedInputOf<typeof updateAlertRule>,
): Promise<ListedRule> {
  const { db, clock } = services;
  const scope = scopeOf(session);
  const changes = await db.transaction().execute(async (transaction) => {
    const before = await lockOwn(transaction, scope, ruleId);
    const creator = await requireCreator(transaction, before.createdBy);
    const rule = await checkedRule(services, transaction, creator, before.createdBy, input);
    const had = await store.findRuleDevices(transaction, ruleId);
    await silenceRule(transaction, ruleId, new Date(clock.now()));
    await store.updateRule(transaction, ruleId, rule);
    await store.setRecipients(transaction, ruleId, rule.recipientIds);
    const { kept, added, removed } = compareDevices(had, await store.findRuleDevices(transaction, ruleId));
    const actor = actorOf(session, updateAlertRule);
    const all: LoggedRuleChange[] = [
      { what: 'changed', deviceIds: kept, rule, actor },
      { what: 'set', deviceIds: added, rule, actor },
      { what: 'removed', deviceIds: removed, rule: before, actor },
    ];
    await logRuleChanges(transaction, all);
    return all;
  });
  tellRuleChanges(services, changes);
  return await requireRule(db, scope, ruleId);
}

/** Switches a rule on or off. What it has open is over, and nobody is told; it begins anew when it is on again. */
export async function switchRuleByAdmin(
  services: Services,
  session: Session,
  { ruleId, on }: ParsedInputOf<typeof switchAlertRule>,
): Promise<ListedRule> {
  const { db, clock } = services;
  const scope = scopeOf(session);
  const changes = await db.transaction().execute(async (transaction) => {
    const rule = await lockOwn(transaction, scope, ruleId);
    if (rule.on === on) return [];
    const at = new Date(clock.now());
    await silenceRule(transaction, ruleId, at);
    await store.switchRule(transaction, ruleId, { on, onSince: at });
    const change: LoggedRuleChange = {
      what: on ? 'switched on' : 'switched off',
      deviceIds: await store.findRuleDevices(transaction, ruleId),
      rule,
      actor: actorOf(session, switchAlertRule),
    };
    await logRuleChanges(transaction, [change]);
    return [change];
  });
  if (changes.length > 0) tellRuleChanges(services, changes);
  return await requireRule(db, scope, ruleId);
}

/** Deletes a rule. What it has told stays in the history. */
export async function deleteRuleByAdmin(services: Services, session: Session, ruleId: number): Promise<null> {
  const { db, clock } = services;
  const change = await db.transaction().execute(async (transaction) => {
    const rule = await lockOwn(transaction, scopeOf(session), ruleId);
    const deviceIds = await store.findRuleDevices(transaction, ruleId);
    await silenceRule(transaction, ruleId, new Date(clock.now()));
    await store.deleteRule(transaction, ruleId);
    const deleted: LoggedRuleChange = { what: 'deleted', deviceIds, rule, actor: actorOf(session, deleteAlertRule) };
    await logRuleChanges(transaction, [deleted]);
    return deleted;
  });
  tellRuleChanges(services, [change]);
  return null;
}

const examplesShown = 10;

/**
 * Tries a rule on the past week. It reads what the rule reads, so for one device it is refused as reading that is. Each device of which something
 * was read gets an entry in its log for each trial, with what was asked and how often it would have fired: whoever tries zone after zone finds out
 * where somebody was.
 */
export async function tryRuleByAdmin(
  services: Services,
  session: Session,
  input: ParsedInputOf<typeof tryAlertRule>,
): Promise<OutputOf<typeof tryAlertRule>> {
  const { db, auditLog, clock } = services;
  const { condition, target } = input;
  const { capability } = alertFacts[condition.on];
  const scope = scopeOf(session);
  requireMatching(session, condition);
  await requireUsedKinds(services, kindOf(condition));
  await requireTarget(db, scope, target);
  await zoneOf(db, scope, condition);
  if (target.for === 'DEVICE' && notStored[condition.on] === undefined) {
    const endpoint = { ...tryAlertRule, device: { capability, action: 'READ' } as const };
    await checkDevice(services, scope, { session, endpoint, deviceId: target.deviceId, input });
  }
  const { untried, fired, devices } = await tryOnPastWeek(db, scope, { condition, target }, new Date(clock.now()));
  const asked = await askedWords(db, condition);
  const ofDevice = Map.groupBy(fired, ({ deviceId }) => deviceId);
  await auditLog.write(
    devices.map(({ id: deviceId }) => ({
      deviceId,
      actorId: session.userId,
      actorName: session.username,
      action: 'READ',
      subject: tryAlertRule.path,
      capability,
      details: { ...asked, count: ofDevice.get(deviceId)?.length ?? 0, ...(capability !== null && { capability }) },
    })),
  );
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const latest = fired
    .toSorted((one, other) => other.beganAt.getTime() - one.beganAt.getTime())
    .slice(0, examplesShown);
  return {
    untried,
    fired: fired.length,
    devices: ofDevice.size,
    examples: latest.map(({ deviceId, beganAt, endedAt }) => ({
      deviceId,
      device: names.get(deviceId) ?? '',
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}

/** The condition of a trial as the log says it: in words, with the place of its zone. */
async function askedWords(db: Database, condition: AlertCondition): Promise<{ object: string; area?: string }> {
  const [zone] = 'zoneId' in condition ? await store.loadZones(db, [condition.zoneId]) : [];
  return { object: conditionWords(condition, zone?.name), ...(zone && { area: placeWords(zone.area) }) };
}

async function lockOwn(transaction: Database, scope: Scope, ruleId: number): Promise<store.StoredRule> {
  const rule = await store.lockRule(transaction, scope, ruleId);
  if (rule === undefined) throw new AppError('alert_rule_not_found');
  return rule;
}

type Creator = Parameters<typeof store.canMatch>[0];

/** The kind of data that a condition reads, in a list; empty for one that reads none. */
function kindOf({ on }: AlertCondition): Capability[] {
  const { capability } = alertFacts[on];
  return capability === null ? [] : [capability];
}

function requireMatching(creator: Creator, condition: AlertCondition): void {
  if (!store.canMatch(creator, condition.on)) throw new AppError('not_allowed');
}

interface CheckedRule extends store.NewRule {
  zone: string;
  recipientIds: number[];
}

/** Checks a rule against what its creator may read, has in their scope, and may tell. */
async function checkedRule(
  services: Services,
  transaction: Database,
  creator: Creator,
  createdBy: number,
  { condition, target, recipientIds, ...fields }: Fields,
): Promise<CheckedRule> {
  const { clock } = services;
  requireMatching(creator, condition);
  await requireUsedKinds(services, kindOf(condition));
  const scope = scopeOf({ userId: createdBy, adminRole: creator.adminRole });
  await requireTarget(transaction, scope, target);
  const { group_id: groupId, device_id: deviceId } = targetColumns(target);
  return {
    ...fields,
    name: storableText(fields.name),
    purpose: storableText(fields.purpose),
    condition,
    zone: await zoneOf(transaction, scope, condition),
    groupId,
    deviceId,
    createdBy,
    onSince: new Date(clock.now()),
    recipientIds: await checkRecipients(transaction, scope, recipientIds),
  };
}

/** The name of the zone of a condition; empty for none. Throws for a zone that is not the creator's. */
async function zoneOf(db: Database, scope: Scope, condition: AlertCondition): Promise<string> {
  if (!('zoneId' in condition)) return '';
  const name = await store.findZoneName(db, scope, condition.zoneId);
  if (name === undefined) throw new AppError('zone_not_found');
  return name;
}

/** The recipients with the creator among them. Throws for one whom the creator may not have told. */
async function checkRecipients(db: Database, scope: Scope, recipientIds: readonly number[]): Promise<number[]> {
  const allowed = new Set((await store.listRecipients(db, scope)).map(({ id }) => id));
  const refused = recipientIds.find((id) => !allowed.has(id));
  if (refused !== undefined) throw new AppError('recipient_refused', { name: `account ${refused}` });
  return [...new Set([scope.userId, ...recipientIds])];
}

/** What the form of a rule offers. */
export async function choicesFor(db: Database, session: Session) {
  const scope = scopeOf(session);
  const readsLocations = can(session, { access: { permission: 'LOCATION', level: 'READ_ONLY' } });
  return {
    zones: readsLocations ? await store.listZones(db, scope) : [],
    recipients: await store.listRecipients(db, scope),
  };
}
