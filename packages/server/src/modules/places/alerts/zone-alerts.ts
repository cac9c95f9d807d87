import { beganWords, isAtTime } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ActiveRules } from './rules/active-rules.ts';
import type { StoredRule } from './rules/alert-rules.store.ts';
import { logAlerts, type AlertLine } from './alert-log.ts';
import { beginAlerts, endAlertsOf, findEvaluable } from './alerts.store.ts';
import type { DeviceCrossing } from './zone-crossings.ts';
import type { ZoneIndex } from './zone-index.ts';

interface Crossings {
  active: ActiveRules;
  crossings: readonly DeviceCrossing[];
  at: Date;
}

/**
 * Begins and ends the alerts of rules whose zones were entered or left, in the order of time: a device that enters and leaves within one batch
 * fires and is over. Returns the lines that it wrote to the logs of the devices.
 */
export async function storeCrossings(
  transaction: Database,
  { active, crossings, at }: Crossings,
): Promise<readonly AlertLine[]> {
  const concerned = crossings.flatMap((crossing) =>
    (active.ofZone.get(crossing.zoneId) ?? []).map((rule) => ({ rule, crossing })),
  );
  const pairs = concerned.map(({ rule, crossing }) => ({ ruleId: rule.id, deviceId: crossing.deviceId }));
  const evaluable = new Set(
    (await findEvaluable(transaction, pairs, at)).map(({ ruleId, deviceId }) => `${ruleId} ${deviceId}`),
  );
  const lines: AlertLine[] = [];
  for (const step of inSteps(
    concerned.filter(({ rule, crossing }) => evaluable.has(`${rule.id} ${crossing.deviceId}`)),
  )) {
    const ended = await endAlertsOf(
      transaction,
      step
        .filter((each) => !isBeginning(each))
        .map(({ rule, crossing }) => ({ ruleId: rule.id, deviceId: crossing.deviceId, at: crossing.at })),
    );
    const begun = await beginAlerts(
      transaction,
      step
        .filter((each) => isBeginning(each) && fires(each, active.zones))
        .map(({ rule, crossing }) => ({
          ruleId: rule.id,
          deviceId: crossing.deviceId,
          words: beganWords(rule.condition, { zone: rule.zone }),
          beganAt: crossing.at,
          occurrence: '',
        })),
    );
    lines.push(
      ...ended.map((alert) => ({ what: 'ended' as const, alert })),
      ...begun.map((alert) => ({ what: 'fired' as const, alert })),
    );
  }
  await logAlerts(transaction, lines);
  return lines;
}

interface RuleCrossing {
  rule: StoredRule;
  crossing: DeviceCrossing;
}

const isBeginning = ({ rule, crossing }: RuleCrossing) => (rule.event === 'ENTERS_ZONE') === crossing.inside;

/** Whether a rule fires for a crossing: it was on when the device was last seen on the other side, and it is within its hours. */
function fires(
  { rule: { condition, onSince, zoneId }, crossing: { at, knownSince } }: RuleCrossing,
  index: ZoneIndex,
): boolean {
  const changedAt = index.zones.get(zoneId ?? 0)?.changedAt;
  if (knownSince === null || knownSince < onSince || at < onSince) return false;
  if (changedAt !== undefined && knownSince < changedAt) return false;
  return isAtTime(condition, at);
}

/** Splits crossings into steps in which each rule and device occurs once, in the order of time. */
function inSteps(crossings: readonly RuleCrossing[]): RuleCrossing[][] {
  const counts = new Map<string, number>();
  const steps: RuleCrossing[][] = [];
  for (const each of crossings) {
    const key = `${each.rule.id} ${each.crossing.deviceId}`;
    const step = counts.get(key) ?? 0;
    counts.set(key, step + 1);
    (steps[step] ??= []).push(each);
  }
  return steps;
}
