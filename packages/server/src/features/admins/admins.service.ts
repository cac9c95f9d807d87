import type { adminDetail, AdminDetail } from '@fairwatch/contract';
import { findStanding } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Call } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { findAdmin } from './admins.store.ts';
import { refusalToActAs, refusalToDecide } from './authority.ts';
import { findRelation } from './relation.store.ts';

/** One account with what it may do, and which changes would be refused to the caller, and why. */
export async function readAdmin(
  { db }: Services,
  { session, scope, input }: Call<typeof adminDetail>,
): Promise<AdminDetail> {
  const [facts, actor, target] = await Promise.all([
    findAdmin(db, scope, input.userId),
    findStanding(db, session.userId),
    findStanding(db, input.userId),
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

/** Whoever is not shown an account is not shown its devices either. */
export async function demandVisible({ db }: Services, scope: Scope, userId: number): Promise<void> {
  if ((await findAdmin(db, scope, userId)) === undefined) throw new AppError('user_not_found');
}
