import { renameAdmin, setPassword, updateFeatureAccess, updateSidebar, type FeatureAccess } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { deletePasscodesOf } from '../../devices/passcodes/passcodes.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { writePasswordHash, writeFeatureAccess, writeSidebar } from '../accounts.store.ts';
import { checkNewPassword } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { writeNickname } from '../accounts.store.ts';
import { revokeInvitationsOf } from '../invitations/invitations.store.ts';
import { levelOf, refusalToActAs, refusalToTouch, findExcessAccess } from './account-rules.ts';
import { changeAccount } from './change-account.ts';

/** True when a change removes the permission to create passcodes. */
function takesPasscodes(changed: readonly FeatureAccess[]): boolean {
  return changed.some(
    ({ featurePermission, featureAccess }) => featurePermission === 'OTP_LIST' && featureAccess !== 'FULL_ACCESS',
  );
}

/** True when a change removes the permission to invite colleagues. */
function takesInviting(changed: readonly FeatureAccess[]): boolean {
  return changed.some(
    ({ featurePermission, featureAccess }) => featurePermission === 'ROLE_MANAGER' && featureAccess !== 'FULL_ACCESS',
  );
}

/** Sets some access levels of an admin, all or none; returns all levels. */
export function changeFeatureAccess(services: Services, { session, input }: Call<typeof updateFeatureAccess>) {
  const attempt = { session, endpoint: updateFeatureAccess, userId: input.userId, rule: refusalToTouch };
  return changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'SUPER_ADMIN') throw new AppError('super_admin_holds_all');
    if (target.adminRole !== 'ADMIN') throw new AppError('not_an_admin');
    const refused = findExcessAccess(actor, target, input.access);
    if (refused.length > 0) throw new AppError('more_than_you_hold', { feature: refused.map(wordsOf).join(', ') });
    // The last entry of a permission wins.
    const wanted = new Map(input.access.map((entry) => [entry.featurePermission, entry]));
    const changed = [...wanted.values()].filter((entry) => levelOf(target, entry) !== entry.featureAccess);
    await writeFeatureAccess(transaction, target.id, changed);
    // A remaining passcode would add devices to an admin who may no longer enrol any.
    if (takesPasscodes(changed)) await deletePasscodesOf(transaction, target.id);
    if (takesInviting(changed)) await revokeInvitationsOf(transaction, target.id);
    const answer = target.featureAccessDTOs.map((entry) => wanted.get(entry.featurePermission) ?? entry);
    if (changed.length === 0) return { answer };
    const before = changed.map((entry) => ({ ...entry, featureAccess: levelOf(target, entry) }));
    return { answer, entry: { action: 'FEATURE_ACCESS', before: asFacts(before), after: asFacts(changed) } };
  });
}

function asFacts(access: readonly FeatureAccess[]): Record<string, string> {
  return Object.fromEntries(access.map((entry) => [entry.featurePermission, entry.featureAccess]));
}

function wordsOf({ featurePermission }: FeatureAccess): string {
  return featurePermission.toLowerCase().replaceAll('_', ' ');
}

/** Sets the password of another account and ends its sessions. */
export async function setAccountPassword(services: Services, { session, input }: Call<typeof setPassword>) {
  const attempt = { session, endpoint: setPassword, userId: input.userId, rule: refusalToActAs };
  // Hashed before the transaction, because it is slow on purpose and would block others.
  const hash = await hashPassword(input.password);
  return await changeAccount(services, attempt, async ({ transaction, target }) => {
    await checkNewPassword(input.password, { username: target.username, email: null });
    await writePasswordHash(transaction, target.id, hash);
    // The entry records that the password changed and nothing about the password.
    return {
      answer: null,
      endsSessions: true,
      signInChange: 'PASSWORD',
      entry: { action: 'PASSWORD', before: {}, after: { sessions: 'ended' } },
    };
  });
}

/** Sets the nickname of an account that can sign in, and logs the old and new name. An unchanged name is not logged. */
export function renameAccount(services: Services, { session, input }: Call<typeof renameAdmin>) {
  const { userId, nickname } = input;
  const attempt = { session, endpoint: renameAdmin, userId, rule: refusalToTouch };
  return changeAccount(services, attempt, async ({ transaction }) => {
    const before = await writeNickname(transaction, userId, nickname);
    const answer = { nickname };
    if (before === nickname) return { answer };
    return { answer, entry: { action: 'NICKNAME', before: { nickname: before }, after: answer } };
  });
}

/** Sets an admin's sidebar. It is no access, so nothing is logged; the admin's open consoles reload. */
export async function changeSidebar(services: Services, { session, input }: Call<typeof updateSidebar>) {
  const { userId, customSidebar } = input;
  const attempt = { session, endpoint: updateSidebar, userId, rule: refusalToTouch };
  const answer = await changeAccount(services, attempt, async ({ transaction }) => {
    await writeSidebar(transaction, userId, customSidebar);
    return { answer: { customSidebar } };
  });
  services.bus.publish('changed', { feature: 'profile', deviceId: null, userId });
  services.bus.publish('changed', { feature: 'admins', deviceId: null });
  return answer;
}
