import {
  can,
  type AccessAction,
  type AccessFacts,
  type AuditDetails,
  type SignInAlert,
  type Endpoint,
} from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { findAccountStatus, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Session } from '../../../shared/session.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { announceEnded } from '../../../shared/sessions/sessions.ts';
import { deleteSessionsOf } from '../../../shared/sessions/sessions.store.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { retryDeadlock } from '../../../core/database/retry-deadlock.ts';
import {
  endLostUses,
  endUsesOf,
  joinUses,
  noUses,
  publishEndedUses,
  type EndedUses,
  type UsesActor,
} from '../../devices/uses/end-uses.ts';
import type { Rule } from './account-rules.ts';
import { findRelation, type Parties } from './relation.store.ts';
import { mailSignInChange, recordSignInChange } from './sign-in-change.ts';

interface Attempt {
  session: Session;
  endpoint: Endpoint;
  userId: number;
  /** Decides whether the actor may make this change. */
  rule: Rule;
}

/** The outcome of a change. */
export interface Change<Answer> {
  answer: Answer;
  /** The entry of the access log; left out when nothing changed that concerns access. */
  entry?: { action: AccessAction; before: AccessFacts; after: AccessFacts };
  endsSessions?: boolean;
  /** Set when the change affects how the account signs in, which notifies its owner and the people of its devices. */
  signInChange?: SignInAlert['kind'];
  /** What the account had asked for and the change ended itself; the rest is ended after it. */
  uses?: EndedUses;
}

/**
 * Changes another account. All such changes go through here and are serialized by the lock of the access log. The rule is checked
 * against the database, not against the session, so an actor who was just demoted is refused. The change and its entry in
 * the access log are one transaction.
 */
export async function changeAccount<Answer>(
  services: Services,
  { session, endpoint, userId, rule }: Attempt,
  change: (parties: Parties) => Promise<Change<Answer>>,
): Promise<Answer> {
  const attempted = () =>
    services.db.transaction().execute(async (transaction) => {
      await lockAccessLog(transaction);
      const actor = await findAccountStatus(transaction, session.userId);
      if (actor === undefined || actor.blocked || !can(actor, endpoint)) throw new AppError('not_allowed');
      const target = await findAccountStatus(transaction, userId);
      if (target === undefined) throw new AppError('user_not_found');
      const refusal = rule({ actor, target, ...(await findRelation(transaction, actor, target)) });
      if (refusal !== null) throw refusal;
      const changed = await change({ transaction, actor, target });
      if (changed.signInChange) {
        await recordSignInChange({ transaction, actor, target }, endpoint, changed.signInChange);
      }
      if (changed.entry) await appendAccess(transaction, { actor, account: target, ...changed.entry });
      const ended = changed.endsSessions ? await deleteSessionsOf(transaction, target.id) : [];
      const uses = changed.entry ? await endUses({ transaction, actor, target }, endpoint, changed.uses) : noUses;
      return { ...changed, uses, ended, parties: { actor, target } };
    });
  const { entry, ended, answer, signInChange, parties, uses } = await retryDeadlock(attempted);
  announceEnded(services, ended);
  publishEndedUses(services.bus, uses);
  if (entry) {
    publishChanges(services, userId);
    // A command that was queued at this very moment was not seen by the transaction. Whatever is queued from now on is not sent.
    await endLostUses(services, [userId], usesActor(parties.actor, endpoint));
  }
  if (signInChange) await mailSignInChange(services, parties, signInChange);
  return answer;
}

/** Ends what the account has asked for and may not ask for any more, besides what the change has ended itself. */
async function endUses(
  { transaction, actor, target }: Parties,
  endpoint: Endpoint,
  before: EndedUses = noUses,
): Promise<EndedUses> {
  const uses = await endUsesOf(transaction, [target.id], usesActor(actor, endpoint));
  await appendEntries(transaction, uses.entries);
  return joinUses([before, uses]);
}

/** A change of whose data an account can see. `everything`: it sees every device by its role, or did. */
interface ScopeEntries {
  action: 'ASSIGN' | 'UNASSIGN';
  deviceIds: readonly number[];
  everything?: boolean;
  /** What ended with the change. */
  uses?: EndedUses;
}

/**
 * The entries of devices that come into the scope of an account or leave it, and of what ended with that: written together, so that the logs are
 * locked in the order of the devices. They share one object of details, so that those of a whole fleet are sent to the database as one.
 */
export function entriesOfScope(
  { actor, target }: { actor: { id: number; username: string }; target: { username: string } },
  { path: subject }: Endpoint,
  { action, deviceIds, everything = false, uses = noUses }: ScopeEntries,
): AuditEntry[] {
  const details: AuditDetails = { admin: target.username, ...(everything && { of: 'everything' }) };
  const { id: actorId, username: actorName } = actor;
  const scoped = deviceIds.map((deviceId): AuditEntry => ({ deviceId, actorId, actorName, action, subject, details }));
  return [...scoped, ...uses.entries].toSorted((a, b) => a.deviceId - b.deviceId);
}

export function usesActor({ id, username }: AccountStatus, { path: subject }: Endpoint): UsesActor {
  return { id, username, subject };
}

/** Makes sessions and open consoles reload: everything for the account itself, the lists for everyone else. */
function publishChanges({ bus }: Services, userId: number): void {
  bus.publish('accessChanged', { userId });
  for (const feature of ['profile', 'admins', 'users'] as const) bus.publish('changed', { feature, deviceId: null });
}
