import { blockUser, promoteUser, rejectUser, type AccessFacts, type Endpoint } from '@fairwatch/contract';
import { findAccountStatus, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { findPresentDevices } from '../../../shared/device-state/present-devices.store.ts';
import { deletePasscodesFor, deletePasscodesOf } from '../../devices/passcodes/passcodes.store.ts';
import { settleDemotion } from '../../devices/groups/group-owners.ts';
import { lockDevices, lockGroups } from '../../devices/groups/members.store.ts';
import { joinScopes, publishScopes, type ScopeChanges } from '../../devices/groups/reconcile.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { revokeInvitationsOf } from '../invitations/invitations.store.ts';
import { removeAllAccess, writeBlocked, writeRole } from '../accounts.store.ts';
import { settleApproval } from '../../../shared/notify/account-approval.ts';
import { refusalToDecide, refusalToUnblock } from './account-rules.ts';
import { endUsesOf, type EndedUses } from '../../devices/uses/end-uses.ts';
import { changeAccount, entriesOfScope, usesActor } from './change-account.ts';
import { listAssignedIds, type Parties } from './relation.store.ts';
import { findSuperior } from './superior.service.ts';

/** Promotes an account to an admin without any access. Access from an earlier role is deleted. */
export async function promoteAccount(services: Services, { session, input }: Call<typeof promoteUser>) {
  const attempt = { session, endpoint: promoteUser, userId: input.userId, rule: refusalToDecide };
  let taken: readonly number[] = [];
  const answer = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'ADMIN' || target.adminRole === 'SUPER_ADMIN') throw new AppError('already_admin');
    const superior = await findSuperior({ transaction, actor, target }, input.reportsTo ?? actor.id);
    const revoked = await revokeAccess({ transaction, actor, target }, promoteUser);
    taken = revoked.deviceIds;
    await writeRole(transaction, target.id, { adminRole: 'ADMIN', reportsTo: superior.id });
    return {
      answer: { adminStatus: 'ADMIN' as const, blocked: target.blocked },
      uses: revoked.uses,
      entry: {
        action: 'PROMOTE' as const,
        before: { adminStatus: target.adminRole },
        after: { adminStatus: 'ADMIN', reportsTo: superior.username },
      },
    };
  });
  services.bus.publish('supervisionChanged', { deviceIds: taken });
  await settleApproval(services, input.userId);
  return answer;
}

/** Rejects a pending account, or demotes an admin to a non-admin without access and devices. */
export async function rejectAccount(services: Services, { session, input }: Call<typeof rejectUser>) {
  const attempt = { session, endpoint: rejectUser, userId: input.userId, rule: refusalToDecide };
  let taken: readonly number[] = [];
  let followed: readonly ScopeChanges[] = [];
  const decided = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    const answer = { adminStatus: 'NON_ADMIN' as const, blocked: target.blocked };
    if (target.adminRole === 'NON_ADMIN') return { answer };
    await lockGroups(transaction, 'CHANGE');
    const reportsTo = target.reportsTo ?? actor.id;
    await writeRole(transaction, target.id, { adminRole: 'NON_ADMIN', reportsTo });
    const { deviceIds, uses } = await revokeAccess({ transaction, actor, target }, rejectUser);
    taken = deviceIds;
    const devices = taken.length;
    const groupActor = { id: actor.id, username: actor.username, subject: rejectUser.path };
    const heirId = await findHeir({ transaction, actor, target });
    followed = await settleDemotion(transaction, { accountId: target.id, heirId, deviceIds: taken }, groupActor);
    const before: AccessFacts = {
      adminStatus: target.adminRole,
      ...levelsBefore(target),
      ...(devices > 0 && { devices }),
    };
    return { answer, uses, entry: { action: 'REJECT' as const, before, after: { adminStatus: 'NON_ADMIN' } } };
  });
  services.bus.publish('supervisionChanged', { deviceIds: taken });
  publishScopes(services.bus, joinScopes(followed));
  await settleApproval(services, input.userId);
  return decided;
}

/** The groups of a demoted admin go to the admin they reported to; without one, to the actor. */
async function findHeir({ transaction, actor, target }: Parties): Promise<number> {
  const superior = target.reportsTo === null ? undefined : await findAccountStatus(transaction, target.reportsTo);
  const isAdmin = superior?.adminRole === 'ADMIN' || superior?.adminRole === 'SUPER_ADMIN';
  return superior !== undefined && isAdmin ? superior.id : actor.id;
}

/**
 * Removes all levels, devices, unused passcodes and invitations of an account, ends what it had asked for, and logs it in each device; returns the ids
 * of the devices. A remaining passcode would add devices again after a later promotion.
 */
async function revokeAccess(parties: Parties, endpoint: Endpoint): Promise<{ deviceIds: number[]; uses: EndedUses }> {
  const { transaction, actor, target } = parties;
  await lockDevices(transaction, await listAssignedIds(transaction, target.id));
  const devices = await removeAllAccess(transaction, target.id);
  await deletePasscodesOf(transaction, target.id);
  await deletePasscodesFor(transaction, target.id);
  await revokeInvitationsOf(transaction, target.id);
  const uses = await endUsesOf(transaction, [target.id], usesActor(actor, endpoint));
  // A SUPER_ADMIN could see every device, not only those that were assigned.
  const everything = target.adminRole === 'SUPER_ADMIN';
  const deviceIds = everything ? await findPresentDevices(transaction) : devices;
  const entries = entriesOfScope(parties, endpoint, { action: 'UNASSIGN', deviceIds, everything, uses });
  await appendEntries(transaction, entries);
  return { deviceIds: devices, uses };
}

/** The levels of an ADMIN for the access log. Empty for a SUPER_ADMIN, whose access follows from the role. */
function levelsBefore({ adminRole, featureAccessDTOs }: AccountStatus): AccessFacts {
  if (adminRole !== 'ADMIN') return {};
  const held = featureAccessDTOs.filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS');
  return Object.fromEntries(held.map((entry) => [entry.featurePermission, entry.featureAccess]));
}

/** Blocks or unblocks an account. A SUPER_ADMIN who blocks an already blocked account takes the block over, so that no ADMIN can lift it. */
export function setAccountBlocked(services: Services, { session, input: { userId, blocked } }: Call<typeof blockUser>) {
  const attempt = { session, endpoint: blockUser, userId, rule: blocked ? refusalToDecide : refusalToUnblock };
  return changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    const answer = { adminStatus: target.adminRole, blocked };
    const raises = blocked && actor.adminRole === 'SUPER_ADMIN' && !target.blockedBySuperAdmin;
    if (target.blocked === blocked && !raises) return { answer };
    await writeBlocked(transaction, target.id, blocked ? actor.adminRole : null);
    return {
      answer,
      endsSessions: blocked,
      entry: {
        action: blocked ? ('BLOCK' as const) : ('UNBLOCK' as const),
        before: { signIn: target.blocked ? 'blocked' : 'allowed' },
        after: { signIn: blocked ? 'blocked' : 'allowed' },
      },
    };
  });
}
