import { blockUser, promoteUser, rejectUser, type AccessFacts, type Endpoint } from '@fairwatch/contract';
import type { Standing } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import { appendAudits } from '../../core/devices/audit/audit.store.ts';
import { deletePasscodesOf } from '../../core/devices/passcodes.store.ts';
import type { Call } from '../../core/http/route.ts';
import { settleAccountWaits } from '../../core/notifications/account-waiting.ts';
import type { Services } from '../../core/services.ts';
import { takeEverything, writeBlocked, writeRole } from './accounts.store.ts';
import { refusalToDecide, refusalToUnblock } from './authority.ts';
import { changeAccount, type Parties } from './change-account.ts';
import { findSuperior } from './superior.service.ts';

/** Makes an account an admin with no access yet. It starts from nothing, whatever it once had. */
export async function promote(services: Services, { session, input }: Call<typeof promoteUser>) {
  const attempt = { session, endpoint: promoteUser, userId: input.userId, rule: refusalToDecide };
  let taken: readonly number[] = [];
  const answer = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'ADMIN' || target.adminRole === 'SUPER_ADMIN') throw new AppError('already_admin');
    const superior = await findSuperior({ transaction, actor, target }, input.reportsTo ?? actor.id);
    taken = await strip({ transaction, actor, target }, promoteUser);
    await writeRole(transaction, target.id, { adminRole: 'ADMIN', reportsTo: superior.id });
    return {
      answer: { adminStatus: 'ADMIN' as const, blocked: target.blocked },
      entry: {
        action: 'PROMOTE' as const,
        before: { adminStatus: target.adminRole },
        after: { adminStatus: 'ADMIN', reportsTo: superior.username },
      },
    };
  });
  services.bus.publish('supervisionChanged', { deviceIds: taken });
  await settleAccountWaits(services, input.userId);
  return answer;
}

/** Turns somebody down who waited, or makes an admin a non-admin. A non-admin has no access and no devices. */
export async function reject(services: Services, { session, input }: Call<typeof rejectUser>) {
  const attempt = { session, endpoint: rejectUser, userId: input.userId, rule: refusalToDecide };
  let taken: readonly number[] = [];
  const decided = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    const answer = { adminStatus: 'NON_ADMIN' as const, blocked: target.blocked };
    if (target.adminRole === 'NON_ADMIN') return { answer };
    taken = await strip({ transaction, actor, target }, rejectUser);
    const devices = taken.length;
    await writeRole(transaction, target.id, { adminRole: 'NON_ADMIN', reportsTo: target.reportsTo ?? actor.id });
    const before: AccessFacts = { adminStatus: target.adminRole, ...heldBy(target), ...(devices > 0 && { devices }) };
    return { answer, entry: { action: 'REJECT' as const, before, after: { adminStatus: 'NON_ADMIN' } } };
  });
  services.bus.publish('supervisionChanged', { deviceIds: taken });
  await settleAccountWaits(services, input.userId);
  return decided;
}

/**
 * Takes every level, device and unused passcode from an account, and says so in the logs of the devices; returns which
 * devices those were. A passcode that stayed would bring devices in again once the account is promoted.
 */
async function strip({ transaction, actor, target }: Parties, { path: subject }: Endpoint): Promise<number[]> {
  const devices = await takeEverything(transaction, target.id);
  await deletePasscodesOf(transaction, target.id);
  await appendAudits(transaction, devices, {
    actorId: actor.id,
    actorName: actor.username,
    action: 'UNASSIGN',
    subject,
    details: { admin: target.username },
  });
  return devices;
}

/** Every level an account had, for the record; what a SUPER_ADMIN has goes with the role. */
function heldBy({ adminRole, featureAccessDTOs }: Standing): AccessFacts {
  if (adminRole !== 'ADMIN') return {};
  const held = featureAccessDTOs.filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS');
  return Object.fromEntries(held.map((entry) => [entry.featurePermission, entry.featureAccess]));
}

/** Shuts an account out, or lets it in again. A SUPER_ADMIN who blocks what an ADMIN blocked makes the block their own. */
export function block(services: Services, { session, input: { userId, blocked } }: Call<typeof blockUser>) {
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
