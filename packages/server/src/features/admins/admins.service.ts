import { errorText, type adminDetail, type AdminDetail } from '@fairwatch/contract';
import { findStanding, isBelow } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Call } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { findAdmin } from './admins.store.ts';
import { refusalToDecide } from './authority.ts';

/** One account with what it may do, and whether the caller may change that. */
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
  const refusal = refusalToDecide(actor, target, await isBelow(db, target.id, actor.id));
  const { featureAccessDTOs, customSidebar } = target;
  return { ...facts, featureAccessDTOs, customSidebar, refusal: refusal === null ? '' : errorText(refusal) };
}

/** Whoever is not shown an account is not shown its devices either. */
export async function demandVisible({ db }: Services, scope: Scope, userId: number): Promise<void> {
  if ((await findAdmin(db, scope, userId)) === undefined) throw new AppError('user_not_found');
}
