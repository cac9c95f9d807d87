import type { adminDetail, AdminDetail } from '@fairwatch/contract';
import { findAccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findAdmin } from './admins.store.ts';
import { refusalToActAs, refusalToDecide } from './account-rules.ts';
import { findRelation } from './relation.store.ts';

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
  const judged = { actor, target, ...(await findRelation(db, actor, target)) };
  const { featureAccessDTOs, customSidebar } = target;
  return {
    ...facts,
    featureAccessDTOs,
    customSidebar,
    refusal: refusalToDecide(judged)?.message ?? '',
    signInRefusal: refusalToActAs(judged)?.message ?? '',
  };
}

/** Throws `user_not_found` when the account is not visible in this scope. */
export async function assertVisible({ db }: Services, scope: Scope, userId: number): Promise<void> {
  if ((await findAdmin(db, scope, userId)) === undefined) throw new AppError('user_not_found');
}
