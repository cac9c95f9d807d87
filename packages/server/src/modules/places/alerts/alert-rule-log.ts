import { alertFacts, conditionWords, type AlertCondition } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { alertRulePush } from '../../../shared/push/push-texts.ts';

/** What happened to a rule, as the logs of its devices say it (`alertWords` in the audit log). */
export type RuleChange = 'set' | 'changed' | 'switched on' | 'switched off' | 'deleted' | 'removed';

export interface LoggedRuleChange {
  what: RuleChange;
  deviceIds: readonly number[];
  rule: { name: string; purpose: string; condition: AlertCondition; zone: string };
  actor: { id: number; name: string; subject: string };
}

/** Writes changes of a rule to the logs of its devices, with the kind of data that it reads (who is told that reads the line), in the transaction of the change. A transaction calls it once, because it locks the logs in order. */
export async function logRuleChanges(transaction: Database, changes: readonly LoggedRuleChange[]): Promise<void> {
  const entries = changes.flatMap(({ what, deviceIds, rule, actor }) => {
    const words = conditionWords(rule.condition, rule.zone);
    const capability = alertFacts[rule.condition.on].capability ?? 'DEVICE';
    const details = { what, rule: rule.name, words, purpose: rule.purpose, capability };
    return deviceIds.map((deviceId) => ({
      deviceId,
      actorId: actor.id,
      actorName: actor.name,
      action: 'ALERT' as const,
      subject: actor.subject,
      details,
    }));
  });
  await appendEntries(
    transaction,
    entries.toSorted((one, other) => one.deviceId - other.deviceId),
  );
}

/** Tells devices, consoles and the engine after the transaction, and by push those people whose page is closed. */
export function tellRuleChanges(
  { bus, push }: Pick<Services, 'bus' | 'push'>,
  changes: readonly LoggedRuleChange[],
): void {
  for (const { what, deviceIds, rule, actor } of changes) {
    if (deviceIds.length === 0) continue;
    bus.publish('watchesChanged', { deviceIds });
    if (what !== 'set' && what !== 'changed' && what !== 'switched on') continue;
    for (const deviceId of deviceIds) push.remind(deviceId, alertRulePush({ by: actor.name, what, ...rule }));
  }
  bus.publish('alertRulesChanged', {});
  bus.publish('changed', { feature: 'alerts', deviceId: null });
}
