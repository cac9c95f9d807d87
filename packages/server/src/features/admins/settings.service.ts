import { renameAdmin, setPassword, updateFeatureAccess, updateSidebar, type FeatureAccess } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { deletePasscodesOf } from '../../core/devices/passcodes.store.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { writePasswordHash } from '../../core/session/accounts.store.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { writeFeatureAccess, writeNickname, writeSidebar } from './accounts.store.ts';
import { levelOf, refusalToActAs, refusalToTouch, tooMuch } from './authority.ts';
import { changeAccount } from './change-account.ts';

/** Whether a change takes the right to make passcodes. */
function takesPasscodes(changed: readonly FeatureAccess[]): boolean {
  return changed.some(
    ({ featurePermission, featureAccess }) => featurePermission === 'OTP_LIST' && featureAccess !== 'FULL_ACCESS',
  );
}

/** Sets some of an admin's levels, all or none; answers with all of them. */
export function changeFeatureAccess(services: Services, { session, input }: Call<typeof updateFeatureAccess>) {
  const attempt = { session, endpoint: updateFeatureAccess, userId: input.userId, rule: refusalToTouch };
  return changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'SUPER_ADMIN') throw new AppError('super_admin_holds_all');
    if (target.adminRole !== 'ADMIN') throw new AppError('not_an_admin');
    const refused = tooMuch(actor, target, input.access);
    if (refused.length > 0) throw new AppError('more_than_you_hold', { feature: refused.map(wordsOf).join(', ') });
    // Named twice, the last one counts.
    const wanted = new Map(input.access.map((entry) => [entry.featurePermission, entry]));
    const changed = [...wanted.values()].filter((entry) => levelOf(target, entry) !== entry.featureAccess);
    await writeFeatureAccess(transaction, target.id, changed);
    // A passcode that stayed would bring devices into the scope of somebody who may let none in any more.
    if (takesPasscodes(changed)) await deletePasscodesOf(transaction, target.id);
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

/** Gives another account a password. Whoever was signed in with the old one is not any more. */
export async function changePassword(services: Services, { session, input }: Call<typeof setPassword>) {
  const attempt = { session, endpoint: setPassword, userId: input.userId, rule: refusalToActAs };
  // Before anybody waits for it: hashing takes long on purpose.
  const hash = await hashPassword(input.password);
  return await changeAccount(services, attempt, async ({ transaction, target }) => {
    await checkNewPassword(input.password, { username: target.username, email: null });
    await writePasswordHash(transaction, target.id, hash);
    // That it changed is the record; of the password itself nothing is.
    return {
      answer: null,
      endsSessions: true,
      signInChange: 'PASSWORD',
      entry: { action: 'PASSWORD', before: {}, after: { sessions: 'ended' } },
    };
  });
}

/** Renames an account that signs in; the name before and after is in the access log. The same name again is no rename. */
export function rename(services: Services, { session, input }: Call<typeof renameAdmin>) {
  const { userId, nickname } = input;
  const attempt = { session, endpoint: renameAdmin, userId, rule: refusalToTouch };
  return changeAccount(services, attempt, async ({ transaction }) => {
    const before = await writeNickname(transaction, userId, nickname);
    const answer = { nickname };
    if (before === nickname) return { answer };
    return { answer, entry: { action: 'NICKNAME', before: { nickname: before }, after: answer } };
  });
}

/** Chooses an admin's sidebar. That is no access: the log is not told, their open consoles are. */
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
