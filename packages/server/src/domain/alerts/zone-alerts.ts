import { beganWords, isWithinHours } from '@fairwatch/contract';
import type { Database } from '../schema/schema.ts';
import type { ActiveRules } from './active-rules.ts';
import type { StoredRule } from './alert-rules.store.ts';
import { endAlertsOf, findHeard, type Beginning } from './alerts.store.ts';
import type { DeviceCrossing } from './position-evaluator.ts';
import type { ZoneIndex } from './zone-index.ts';

interface Crossings {
  active: ActiveRules;
  crossings: readonly DeviceCrossing[];
  at: Date;
  /** Begins alerts, and returns how many are new. */
  ring: (transaction: Database, beginnings: readonly Beginning[]) => Promise<number>;
}

/**
 * Begins and ends the alerts of rules whose zones were entered or left, in the order of time: a device that enters and leaves within one batch
 * rings and is over. Returns how many alerts have changed.
 */
export async function storeCrossings(
  transaction: Database,
  { active, crossings, at, ring }: Crossings,
): Promise<number> {
  const concerned = crossings.flatMap((crossing) =>
    (active.ofZone.get(crossing.zoneId) ?? []).map((rule) => ({ rule, crossing })),
  );
  const pairs = concerned.map(({ rule, crossing }) => ({ ruleId: rule.id, deviceId: crossing.deviceId }));
  const heard = new Set(
    (await findHeard(transaction, pairs))
      .filter(({ hours }) => isWithinHours(hours, at))
      .map(({ ruleId, deviceId }) => `${ruleId} ${deviceId}`),
  );
  let changes = 0;
  for (const step of inSteps(concerned.filter(({ rule, crossing }) => heard.has(`${rule.id} ${crossing.deviceId}`)))) {
    const ends = step.filter((each) => !isBeginning(each));
    changes += await endAlertsOf(
      transaction,
      ends.map(({ rule, crossing }) => ({ ruleId: rule.id, deviceId: crossing.deviceId, at: crossing.at })),
    );
    const begins = step.filter((each) => isBeginning(each) && rings(each, active.zones));
    changes += await ring(
      transaction,
      begins.map(({ rule, crossing }) => ({
        ruleId: rule.id,
        deviceId: crossing.deviceId,
        words: beganWords(rule.condition, { zone: rule.zone }),
        beganAt: crossing.at,
        occurrence: '',
      })),
    );
  }
  return changes;
}

interface RuleCrossing {
  rule: StoredRule;
  crossing: DeviceCrossing;
}

const isBeginning = ({ rule, crossing }: RuleCrossing) => (rule.event === 'ENTERS_ZONE') === crossing.inside;

/** Whether a rule rings for a crossing: it was on when the device was last seen on the other side, and it is within its hours. */
function rings(
  { rule: { condition, onSince, zoneId }, crossing: { at, knownSince } }: RuleCrossing,
  index: ZoneIndex,
): boolean {
  const changedAt = index.zones.get(zoneId ?? 0)?.changedAt;
  if (knownSince === null || knownSince < onSince || at < onSince) return false;
  if (changedAt !== undefined && knownSince < changedAt) return false;
  return !('hours' in condition) || isWithinHours(condition.hours, at);
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
