import { alertFacts, conditionWords, type AlertCondition } from '@fairwatch/contract';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { alertRulePush } from '../../../../shared/push/push-texts.ts';
import { logWatches, tellWatches, watchEntries, type WatchChange } from '../../../../shared/watches/watch-changes.ts';

/** What happened to a rule, as the logs of its devices say it (`alertWords` in the audit log). */
export type RuleChange = 'set' | 'changed' | 'switched on' | 'switched off' | 'deleted' | 'removed';

export interface LoggedRuleChange extends WatchChange {
  what: RuleChange;
  rule: { name: string; purpose: string; condition: AlertCondition; zone: string };
}

/** Writes changes of a rule to the logs of its devices, with the kind of data that it reads: who is told that reads the line. */
export async function logRuleChanges(transaction: Database, changes: readonly LoggedRuleChange[]): Promise<void> {
  const entries = changes.flatMap((change) => {
    const { name, purpose, condition, zone } = change.rule;
    const capability = alertFacts[condition.on].capability ?? 'DEVICE';
    const words = conditionWords(condition, zone);
    return watchEntries(change, 'ALERT', { what: change.what, rule: name, words, purpose, capability });
  });
  await logWatches(transaction, entries);
}

/** Tells devices, consoles and the engine after the transaction. */
export function tellRuleChanges(services: Pick<Services, 'bus' | 'push'>, changes: readonly LoggedRuleChange[]): void {
  tellWatches(services, changes, {
    feature: 'alerts',
    messageOf: ({ what, rule, actor }) =>
      what === 'set' || what === 'changed' || what === 'switched on'
        ? () => alertRulePush({ by: actor.inFull, what, ...rule })
        : null,
  });
  services.bus.publish('alertRulesChanged', {});
}
