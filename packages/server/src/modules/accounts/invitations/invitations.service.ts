import { createHash, randomBytes } from 'node:crypto';
import {
  can,
  createInvitation,
  excessOf,
  featureTitles,
  givenBy,
  inLanguage,
  invitationLimits,
  renewInvitation,
  revokeInvitation,
  roleTemplates,
  type AccessFacts,
  type Endpoint,
  type InstallationFace,
  type OutputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { boundCreated, requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';
import { findAccountStatus, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { invitationMail } from './invitation-mail.ts';
import {
  deleteInvitation,
  endInvitation,
  findGivable,
  insertInvitation,
  lockInvitation,
  renewLink,
} from './invitations.store.ts';

type NewLink = OutputOf<typeof createInvitation>;

/** The token is stored as a hash only. It is random enough that a plain hash cannot be reversed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const createToken = (): string => randomBytes(32).toString('base64url');

/**
 * Invites a colleague. The inviter is checked against the database, as in every change of access, and the entry of the access log is part of
 * the transaction. A mail that cannot be sent undoes the invitation, since nobody has its link.
 */
export async function inviteColleague(services: Services, call: Call<typeof createInvitation>): Promise<NewLink> {
  const { db } = services;
  const { session, input } = call;
  const { name, email = null, template, days } = input;
  const base = email === null ? null : mailBase(services, call.caller.origin);
  if (email !== null) await takeMail(db, session);
  await requireRoom(db, 'invitations', session.userId);
  const token = createToken();
  const groupIds = [...new Set(input.groupIds)];
  const made = await db.transaction().execute(async (transaction) => {
    const inviter = await lockInviter(transaction, session, createInvitation);
    assertHolds(inviter, template, await readFace(transaction));
    const { adminRole, title } = roleTemplates[template];
    if (adminRole === 'SUPER_ADMIN' && groupIds.length > 0) throw new AppError('sees_every_device');
    const groups = await findGivable(
      transaction,
      scopeOf({ userId: inviter.id, adminRole: inviter.adminRole }),
      groupIds,
    );
    if (groups.length < groupIds.length) throw new AppError('group_not_found');
    const created = await insertInvitation(transaction, {
      tokenHash: hashToken(token),
      mailed: email !== null,
      name,
      email,
      template,
      groupIds,
      invitedBy: inviter.id,
      days,
    });
    const after: AccessFacts = {
      invitation: String(created.id),
      template: title,
      ...(groups.length > 0 && { groups: groups.map((group) => group.name) }),
      expires: created.expiresAt.slice(0, 10),
    };
    await appendAccess(transaction, { actor: inviter, action: 'INVITE', account: inviter, before: {}, after });
    await boundCreated(transaction, 'invitations', inviter.id);
    return created;
  });
  if (email !== null && base !== null) {
    const mailed = { to: email, base, token, from: session.username, expiresAt: made.expiresAt };
    const letter = inLanguage(call.caller.language, () => invitationMail(mailed));
    await services.mail.send(letter).catch(async (error: unknown) => {
      await deleteInvitation(db, made.id);
      throw error;
    });
  }
  publishChange(services);
  return { ...made, token: email === null ? token : null };
}

/** Makes a new link. Only the inviter and a SUPER_ADMIN may see one: whoever opens it gets what the inviter gives. */
export async function renewInvitationLink(
  services: Services,
  { session, input }: Call<typeof renewInvitation>,
): Promise<NewLink> {
  const token = createToken();
  const expiresAt = await services.db.transaction().execute(async (transaction) => {
    const actor = await lockInviter(transaction, session, renewInvitation);
    const found = await lockOpen(transaction, actor, input.id);
    if (found.invitedBy !== actor.id && actor.adminRole !== 'SUPER_ADMIN') {
      throw new AppError('invitation_not_yours', { name: found.inviter });
    }
    const renewed = await renewLink(transaction, found.id, hashToken(token));
    const before = { invitation: String(found.id), expires: found.expiresAt.slice(0, 10) };
    const after = { ...before, expires: renewed.slice(0, 10), link: 'new' };
    await appendAccess(transaction, { actor, action: 'INVITE', account: inviterOf(found), before, after });
    return renewed;
  });
  publishChange(services);
  return { id: input.id, token, expiresAt };
}

/** Revokes an invitation in scope. Its link says so from now on. */
export async function revokeOpenInvitation(
  services: Services,
  { session, input }: Call<typeof revokeInvitation>,
): Promise<null> {
  await services.db.transaction().execute(async (transaction) => {
    const actor = await lockInviter(transaction, session, revokeInvitation);
    const found = await lockOpen(transaction, actor, input.id);
    await endInvitation(transaction, found.id, 'REVOKED');
    const before = { invitation: String(found.id), template: roleTemplates[found.template].title };
    const change = { actor, account: inviterOf(found), before, after: { invitation: 'revoked' } };
    await appendAccess(transaction, { ...change, action: 'REVOKE_INVITATION' });
  });
  publishChange(services);
  return null;
}

const inviterOf = ({ invitedBy, inviter }: { invitedBy: number; inviter: string }) => ({
  id: invitedBy,
  username: inviter,
});

/** Locks the access log and reads the caller as they stand now, who may have been demoted since the request began. */
async function lockInviter(transaction: Database, session: Session, endpoint: Endpoint): Promise<AccountStatus> {
  await lockAccessLog(transaction);
  const actor = await findAccountStatus(transaction, session.userId);
  if (actor === undefined || actor.blocked || !can(actor, endpoint)) throw new AppError('not_allowed');
  return actor;
}

async function lockOpen(transaction: Database, actor: AccountStatus, id: number) {
  const scope = scopeOf({ userId: actor.id, adminRole: actor.adminRole });
  const found = await lockInvitation(transaction, scope, id);
  if (found === undefined) throw new AppError('invitation_not_found');
  if (found.endedHow === 'ACCEPTED') throw new AppError('invitation_used');
  if (found.endedHow === 'REVOKED') throw new AppError('invitation_revoked');
  return found;
}

/** Nobody gives more than they hold, as with feature access. */
function assertHolds(
  inviter: AccountStatus,
  template: keyof typeof roleTemplates,
  { usedKinds }: InstallationFace,
): void {
  if (givenBy(inviter, template) === null) {
    throw new AppError('more_than_you_hold', { feature: roleTemplates[template].title });
  }
  const excess = excessOf(inviter, template, usedKinds);
  if (excess.length === 0) return;
  const feature = excess.map(({ featurePermission }) => featureTitles[featurePermission]).join(', ');
  throw new AppError('more_than_you_hold', { feature });
}

/** The called address is used only while mails stay on this machine: real mails must not carry a host that a request made up. */
function mailBase({ config }: Services, origin: string): string {
  const base = config.publicUrl ?? (config.smtpUrl === null ? origin : null);
  if (base === null) throw new AppError('no_public_address');
  return base;
}

async function takeMail(db: Database, { userId }: Session): Promise<void> {
  const { mailsPerAdmin: failures, windowMs } = invitationLimits;
  await takeAttempt(db, { subject: `invitation:mail:${userId}`, failures, windowMs });
}

function publishChange({ bus }: Services): void {
  bus.publish('changed', { feature: 'admins', deviceId: null });
}
