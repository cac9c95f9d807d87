import {
  acceptInvitation,
  consoleLink,
  type invitationOffer,
  invitationLimits,
  roleTemplates,
  type AccessFacts,
  type OutputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { retryDeadlock } from '../../../core/database/retry-deadlock.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import { networkOf } from '../../../core/http/connections/caller-address.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { forgiveAttempt } from '../../../shared/attempts/attempts.store.ts';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { findPresentDevices } from '../../../shared/device-state/present-devices.store.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSession } from '../../../shared/sessions/sessions.ts';
import { insertGroupAssignment } from '../../devices/groups/group-assignments.store.ts';
import { lockGroups } from '../../devices/groups/members.store.ts';
import { publishScopes, reconcileGroups, type ScopeChanges } from '../../devices/groups/reconcile.ts';
import { insertColleague, resemblesOlderName, writeFeatureAccess } from '../accounts.store.ts';
import { entriesOfScope } from '../admins/change-account.ts';
import { hashPassword } from '../password.ts';
import { checkNewPassword } from '../password-rules.ts';
import { findAccountByEmail } from '../verifications.store.ts';
import { assertOpen, findOffer, type Offer } from './invitation-offer.ts';
import { endInvitation, findByToken, type StoredInvitation } from './invitations.store.ts';
import { hashToken } from './invitations.service.ts';

/** What the link of an invitation gives at this moment. */
export async function readOffer(
  services: Services,
  { input, caller }: Call<typeof invitationOffer>,
): Promise<OutputOf<typeof invitationOffer>> {
  const found = await findOpen(services, input.token, caller.address);
  const { adminRole, access, groups, reduced, installation } = await findOffer(services.db, found);
  const { template, expiresAt, inviter: invitedBy } = found;
  const names = groups.map(({ name }) => name);
  return { invitedBy, template, adminRole, access, groups: names, reduced, expiresAt, installation };
}

/** Finds the invitation of a link. Tokens that do not exist are counted by address; who has a token is told what became of it. */
async function findOpen({ db }: Services, token: string, address: string): Promise<StoredInvitation> {
  const { failuresPerAddress: failures, windowMs } = invitationLimits;
  const subject = `invitation:${networkOf(address)}`;
  await takeAttempt(db, { subject, failures, windowMs });
  const found = await findByToken(db, hashToken(token), { locks: false });
  if (found === undefined) throw new AppError('invitation_link_unknown');
  await forgiveAttempt(db, subject);
  assertOpen(found);
  return found;
}

/** What came of accepting. */
interface Accepted {
  userId: number;
  invitation: StoredInvitation;
  scopes: ScopeChanges | null;
}

/** Makes the account of an invited colleague and signs it in. Of two who accept at once the second one is told that the link was used. */
export async function acceptOffer(
  services: Services,
  { input, caller }: Call<typeof acceptInvitation>,
): Promise<OutputOf<typeof acceptInvitation>> {
  const { token, username, displayName = '', password, confirmPassword } = input;
  // Before the slow hash, so that a link that opens nothing costs little.
  const { provenEmail } = await findOpen(services, token, caller.address);
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username, email: provenEmail });
  const passwordHash = await hashPassword(password);
  const accept = (withEmail: boolean) =>
    retryDeadlock(() =>
      services.db
        .transaction()
        .execute((transaction) => makeAccount(transaction, { token, username, displayName, passwordHash, withEmail })),
    );
  const accepted = await accept(true)
    // The address got an account at this moment: this one is made without.
    .catch((error: unknown) => (isUniqueViolation(error, 'users_email') ? accept(false) : Promise.reject(error)))
    .catch((error: unknown) => {
      // The rolled-back transaction leaves the invitation open, so that another name can be chosen.
      throw isUniqueViolation(error, 'users_username') ? new AppError('username_taken') : error;
    });
  publishAccepted(services, accepted);
  await notifyInviter(services, accepted, username);
  return await createSession(services, { userId: accepted.userId, remembered: false, ...caller });
}

interface NewColleague {
  token: string;
  username: string;
  displayName: string;
  passwordHash: string;
  /** False when the proven address belongs to another account, which nobody is told. */
  withEmail: boolean;
}

/** Everything that accepting does, in one transaction which holds the access log: nobody loses or gets access meanwhile. */
async function makeAccount(transaction: Database, colleague: NewColleague): Promise<Accepted> {
  const { token, username, displayName, passwordHash } = colleague;
  await lockAccessLog(transaction);
  const invitation = await findByToken(transaction, hashToken(token), { locks: true });
  if (invitation === undefined) throw new AppError('invitation_link_unknown');
  assertOpen(invitation);
  const offer = await findOffer(transaction, invitation);
  if (await resemblesOlderName(transaction, username)) throw new AppError('username_taken');
  const email = colleague.withEmail ? await freeAddress(transaction, invitation.provenEmail) : null;
  const { adminRole, inviter } = offer;
  const reportsTo = adminRole === 'SUPER_ADMIN' ? null : inviter.id;
  const userId = await insertColleague(transaction, {
    username,
    displayName,
    email,
    passwordHash,
    adminRole,
    reportsTo,
  });
  await writeFeatureAccess(transaction, userId, adminRole === 'SUPER_ADMIN' ? [] : offer.access);
  if (adminRole === 'SUPER_ADMIN') await tellEveryone(transaction, username, inviter);
  const scopes = await giveGroups(transaction, userId, offer);
  await endInvitation(transaction, invitation.id, 'ACCEPTED');
  await appendAccess(transaction, {
    // Whoever invited gave the access, also where it is asked later who owes it to whom.
    actor: inviter,
    action: 'ACCEPT_INVITATION',
    account: { id: userId, username },
    before: {},
    after: factsOf(invitation, offer, scopes),
  });
  return { userId, invitation, scopes };
}

async function freeAddress(transaction: Database, email: string | null): Promise<string | null> {
  if (email === null) return null;
  return (await findAccountByEmail(transaction, email)) === null ? email : null;
}

/**
 * Writes into the log of every device that somebody new sees it. A device that joins at this moment waits for the lock, or has joined before and
 * is written to.
 */
async function tellEveryone(transaction: Database, username: string, inviter: Offer['inviter']): Promise<void> {
  await lockGroups(transaction, 'CHANGE');
  const deviceIds = await findPresentDevices(transaction);
  const parties = { actor: inviter, target: { username } };
  const entries = entriesOfScope(parties, acceptInvitation, { action: 'ASSIGN', deviceIds, everything: true });
  await appendEntries(transaction, entries);
}

/** Assigns the groups. Their devices come into the account's scope, and the log of each says so. */
async function giveGroups(
  transaction: Database,
  userId: number,
  { inviter, groups }: Offer,
): Promise<ScopeChanges | null> {
  if (groups.length === 0) return null;
  await lockGroups(transaction, 'CHANGE');
  for (const { id } of groups) await insertGroupAssignment(transaction, id, userId);
  const groupActor = { id: inviter.id, username: inviter.username, subject: acceptInvitation.path };
  return await reconcileGroups(transaction, { groupIds: groups.map(({ id }) => id) }, groupActor);
}

function factsOf(invitation: StoredInvitation, offer: Offer, scopes: ScopeChanges | null): AccessFacts {
  const { inviter, adminRole, access, groups } = offer;
  return {
    adminStatus: adminRole,
    ...(adminRole !== 'SUPER_ADMIN' && { reportsTo: inviter.username }),
    invitation: String(invitation.id),
    template: roleTemplates[invitation.template].title,
    ...Object.fromEntries(access.map((entry) => [entry.featurePermission, entry.featureAccess])),
    ...(groups.length > 0 && { groups: groups.map(({ name }) => name), devices: scopes?.deviceIds.size ?? 0 }),
  };
}

function publishAccepted({ bus }: Services, { userId, scopes }: Accepted): void {
  for (const feature of ['admins', 'users', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
  if (scopes === null) return;
  publishScopes(bus, scopes);
  bus.publish('changed', { feature: 'groups', deviceId: null });
  bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
}

/** Notifies whoever invited. The account exists already, so a failure is only logged. */
async function notifyInviter(services: Services, { userId, invitation }: Accepted, username: string): Promise<void> {
  try {
    await notify(services, {
      kind: 'INVITATION_ACCEPTED',
      to: { admins: [invitation.invitedBy] },
      title: `${username} accepted your invitation`,
      message: `Their account has the role template ${roleTemplates[invitation.template].title}.`,
      link: consoleLink('/role-management/user/settings/$id', { id: userId }),
      tells: null,
    });
  } catch (error) {
    services.log.error({ err: error, event: 'account.notify_failed', userId }, 'Failed to tell who invited');
  }
}
