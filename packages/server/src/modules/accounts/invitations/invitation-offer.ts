import {
  can,
  createInvitation,
  excessOf,
  givenBy,
  roleTemplates,
  type AdminRole,
  type FeatureAccess,
  type InstallationFace,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf } from '../../../shared/scope.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';
import { findAccountStatus, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { listGroups, type GivenGroup, type StoredInvitation } from './invitations.store.ts';

/** What an invitation gives at this moment. */
export interface Offer {
  inviter: AccountStatus;
  adminRole: AdminRole;
  access: FeatureAccess[];
  groups: GivenGroup[];
  /** True when it gives less than it did when it was made. */
  reduced: boolean;
  installation: InstallationFace;
}

/** Throws when a link opens nothing any more. */
export function assertOpen({ endedHow, expired }: StoredInvitation): void {
  if (endedHow === 'ACCEPTED') throw new AppError('invitation_used');
  if (endedHow === 'REVOKED') throw new AppError('invitation_revoked');
  if (expired) throw new AppError('invitation_expired');
}

/**
 * Decides what an invitation gives by what its inviter holds now, not by what they held when they made it: an admin who was blocked, demoted
 * or lost the role manager gives nothing, and one with lower levels gives those.
 */
export async function findOffer(db: Database, invitation: StoredInvitation): Promise<Offer> {
  const { id, invitedBy, template } = invitation;
  const inviter = await findAccountStatus(db, invitedBy);
  if (inviter === undefined || inviter.blocked || !can(inviter, createInvitation))
    throw new AppError('invitation_void');
  const access = givenBy(inviter, template);
  if (access === null) throw new AppError('invitation_void');
  const { adminRole } = roleTemplates[template];
  // What is left of a template for admins can be nothing.
  if (adminRole === 'ADMIN' && access.length === 0) throw new AppError('invitation_void');
  const groups = await listGroups(db, scopeOf({ userId: inviter.id, adminRole: inviter.adminRole }), id);
  const given = groups.filter(({ givable }) => givable);
  const installation = await readFace(db);
  const reduced = given.length < groups.length || excessOf(inviter, template, installation.usedKinds).length > 0;
  return { inviter, adminRole, access, groups: given, reduced, installation };
}
