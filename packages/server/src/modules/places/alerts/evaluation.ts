import type { Database } from '../../../shared/schema/schema.ts';
import type { ActiveRules } from './rules/active-rules.ts';
import { lockEvaluation, readRulesVersion } from './rules/alert-rules.store.ts';

/** Thrown when something was evaluated by rules or zones that have changed since. */
export class RulesChanged extends Error {}

/**
 * Runs a part of an evaluation in a transaction of its own. It waits for other servers, and throws `RulesChanged` unless these are the rules of
 * now: one that was set a moment ago must not miss anything, and one that was switched off must not fire.
 */
export async function evaluate<Result>(
  db: Database,
  { version }: Pick<ActiveRules, 'version'>,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await db.transaction().execute(async (transaction) => {
    await lockEvaluation(transaction);
    if ((await readRulesVersion(transaction)) !== version) throw new RulesChanged();
    return await work(transaction);
  });
}
