import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { ActiveRules } from './active-rules.ts';
import { lockEvaluation, readRulesVersion } from './alert-rules.store.ts';

/** Thrown when something was evaluated by rules or zones that have changed since. */
export class RulesChanged extends Error {}

type Work<Result> = (db: Database) => Promise<Result>;

/** How a part of the rules is evaluated, beside other servers or alone. */
export interface Evaluation {
  /** Runs a part of the evaluation. In a cluster it is a transaction that begins with `begin`. */
  alone<Result>(active: ActiveRules, work: Work<Result>): Promise<Result>;
  /** Like `alone`, and a transaction also for a single server. */
  inTransaction<Result>(active: ActiveRules, work: Work<Result>): Promise<Result>;
  /**
   * Waits for the other servers of a cluster, and throws `RulesChanged` unless these are the rules of now: one that was set a moment ago must not miss
   * anything, and one that was switched off must not ring.
   */
  begin(transaction: Database, active: ActiveRules): Promise<void>;
}

export function createEvaluation({ db, server }: Pick<Services, 'db' | 'server'>): Evaluation {
  async function begin(transaction: Database, active: ActiveRules): Promise<void> {
    if (server.isCluster) await lockEvaluation(transaction);
    if ((await readRulesVersion(transaction)) !== active.version) throw new RulesChanged();
  }

  async function inCluster<Result>(active: ActiveRules, work: Work<Result>): Promise<Result> {
    return await db.transaction().execute(async (transaction) => {
      await begin(transaction, active);
      return await work(transaction);
    });
  }

  return {
    begin,
    alone: (active, work) => (server.isCluster ? inCluster(active, work) : work(db)),
    inTransaction: (active, work) => (server.isCluster ? inCluster(active, work) : db.transaction().execute(work)),
  };
}
