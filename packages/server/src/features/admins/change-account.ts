import { can, type AccessAction, type AccessFacts, type SignInAlert, type Endpoint } from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { findStanding, type Standing } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { announceEnded } from '../../core/session/sessions.ts';
import { deleteSessionsOf } from '../../core/session/sessions.store.ts';
import type { Rule } from './authority.ts';
import { findRelation } from './relation.store.ts';
import { mailSignInChange, recordSignInChange } from './sign-in-change.ts';

interface Attempt {
  session: Session;
  endpoint: Endpoint;
  userId: number;
  /** The rule that says whether this admin may do this to this account. */
  rule: Rule;
}

/** What a change came to. */
export interface Change<Answer> {
  answer: Answer;
  /** What is written to the access log; left out when nothing changed, or nothing that is access. */
  entry?: { action: AccessAction; before: AccessFacts; after: AccessFacts };
  endsSessions?: boolean;
  /** Set when it changed how the account signs in: its owner and the people of its devices are told. */
  signInChange?: SignInAlert['kind'];
}

export interface Parties {
  transaction: Database;
  actor: Standing;
  target: Standing;
}

/**
 * The one way to change somebody's account. Such changes come one after the other, and each is judged by how both stand at
 * that moment, not by the session: whoever was just demoted decides nothing more. The change and its line in the access
 * log are written together.
 */
export async function changeAccount<Answer>(
  services: Services,
  { session, endpoint, userId, rule }: Attempt,
  change: (parties: Parties) => Promise<Change<Answer>>,
): Promise<Answer> {
  const { entry, ended, answer, signInChange, parties } = await services.db
    .transaction()
    .execute(async (transaction) => {
      await holdAccess(transaction);
      const actor = await findStanding(transaction, session.userId);
      if (actor === undefined || actor.blocked || !can(actor, endpoint)) throw new AppError('not_allowed');
      const target = await findStanding(transaction, userId);
      if (target === undefined) throw new AppError('user_not_found');
      const refusal = rule({ actor, target, ...(await findRelation(transaction, actor, target)) });
      if (refusal !== null) throw refusal;
      const changed = await change({ transaction, actor, target });
      if (changed.signInChange) {
        await recordSignInChange({ transaction, actor, target }, endpoint, changed.signInChange);
      }
      if (changed.entry) await appendAccess(transaction, { actor, account: target, ...changed.entry });
      const ended = changed.endsSessions ? await deleteSessionsOf(transaction, target.id) : [];
      return { ...changed, ended, parties: { actor, target } };
    });
  announceEnded(services, ended);
  if (entry) announce(services, userId);
  if (signInChange) await mailSignInChange(services, parties, signInChange);
  return answer;
}

/** Open sessions and consoles follow at once, those of the account and the lists of everyone else. */
function announce({ bus }: Services, userId: number): void {
  bus.publish('accessChanged', { userId });
  for (const feature of ['profile', 'admins', 'users']) bus.publish('changed', { feature, deviceId: null });
}
