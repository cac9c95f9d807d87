import { type adminDetail, type AdminDetail, resetSignIn } from '@fairwatch/contract';
import { findAccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findAdmin } from './admins.store.ts';
import { refusalToActAs, refusalToDecide } from './account-rules.ts';
import { findRelation } from './relation.store.ts';
import { clearAttemptsOf } from '../../../shared/attempts/attempts.store.ts';
import { deleteTwoFactor } from '../two-factor/two-factor.store.ts';
import { deletePasskeysOf } from '../accounts.store.ts';
import { changeAccount } from './change-account.ts';

/** One account with its access levels, and the reasons why changes by the caller would be refused. */
export async function readAdmin(
  { db }: Services,
  { session, scope, input }: Call<typeof adminDetail>,
): Promise<AdminDetail> {
  const [facts, actor, target] = await Promise.all([
    findAdmin(db, scope, input.userId),
    findAccountStatus(db, session.userId),
    findAccountStatus(db, input.userId),
  ]);
  if (!facts || !actor || !target) throw new AppError('user_not_found');
  const asked = { actor, target, ...(await findRelation(db, actor, target)) };
  const { featureAccessDTOs, customSidebar } = target;
  return {
    ...facts,
    featureAccessDTOs,
    customSidebar,
    refusal: refusalToDecide(asked)?.message ?? '',
    signInRefusal: refusalToActAs(asked)?.message ?? '',
  };
}

/** Throws `user_not_found` when the account is not visible in this scope. */
export async function assertVisible({ db }: Services, scope: Scope, userId: number): Promise<void> {
  if ((await findAdmin(db, scope, userId)) === undefined) throw new AppError('user_not_found');
}

/** Removes two-factor sign-in and passkeys from another account, and ends its sessions. */
export function resetAccountSignIn(services: Services, { session, input }: Call<typeof resetSignIn>): Promise<null> {
  const attempt = { session, endpoint: resetSignIn, userId: input.userId, rule: refusalToActAs };
  return changeAccount(services, attempt, async ({ transaction, target }) => {
    const wasOn = await deleteTwoFactor(transaction, target.id);
    const passkeys = await deletePasskeysOf(transaction, target.id);
    // Earlier wrong codes must not block a new setup.
    await clearAttemptsOf(transaction, { kind: 'second-factor', of: String(target.id) });
    if (!wasOn && passkeys.length === 0) return { answer: null };
    return {
      answer: null,
      endsSessions: true,
      signInChange: 'SIGN_IN_RESET' as const,
      entry: {
        action: 'RESET_SIGN_IN' as const,
        before: { twoFactor: wasOn ? 'on' : 'off', passkeys },
        after: { twoFactor: 'off', passkeys: [], sessions: 'ended' },
      },
    };
  });
}
