import { can, type AccessAction, type AccessFacts, type Endpoint, type ErrorCode } from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { findStanding, isBelow, type Standing } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { announceEnded } from '../../core/session/sessions.ts';
import { deleteSessionsOf } from '../../core/session/sessions.store.ts';

interface Attempt {
  session: Session;
  endpoint: Endpoint;
  userId: number;
  /** The rule that says whether this admin may do this to this account. */
  refusal: (actor: Standing, target: Standing, below: boolean) => ErrorCode | null;
}

/** What a change came to. */
export interface Change<Answer> {
  answer: Answer;
  /** What is written to the access log; left out when nothing changed, or nothing that is access. */
  entry?: { action: AccessAction; before: AccessFacts; after: AccessFacts };
  endsSessions?: boolean;
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
  { session, endpoint, userId, refusal }: Attempt,
  change: (parties: Parties) => Promise<Change<Answer>>,
): Promise<Answer> {
  const { entry, ended, answer } = await services.db.transaction().execute(async (transaction) => {
    await holdAccess(transaction);
    const actor = await findStanding(transaction, session.userId);
    if (actor === undefined || actor.blocked || !can(actor, endpoint)) throw new AppError('not_allowed');
    const target = await findStanding(transaction, userId);
    if (target === undefined) throw new AppError('user_not_found');
    const refused = refusal(actor, target, await isBelow(transaction, target.id, actor.id));
    if (refused !== null) throw new AppError(refused);
    const changed = await change({ transaction, actor, target });
    if (changed.entry) await appendAccess(transaction, { actor, account: target, ...changed.entry });
    const ended = changed.endsSessions ? await deleteSessionsOf(transaction, target.id) : [];
    return { ...changed, ended };
  });
  announceEnded(services, ended);
  if (entry) announce(services, userId);
  return answer;
}

/** Open sessions and consoles follow at once, those of the account and the lists of everyone else. */
function announce({ bus }: Services, userId: number): void {
  bus.publish('accessChanged', { userId });
  for (const feature of ['profile', 'admins', 'users']) bus.publish('changed', { feature, deviceId: null });
}
