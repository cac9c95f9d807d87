import { changeSuperior, type AccessFacts, type OutputOf } from '@fairwatch/contract';
import { findAccountStatus, isBelow, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { settleReportingLine } from '../../devices/groups/group-owners.ts';
import { joinScopes, publishScopes, type ScopeChanges } from '../../devices/groups/reconcile.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { writeSuperior } from '../accounts.store.ts';
import { refusalToTouch } from './account-rules.ts';
import { changeAccount } from './change-account.ts';
import type { Parties } from './relation.store.ts';

/** Finds the new superior: the actor, or an admin below the actor. Throws for an admin below the target, which would be a cycle. */
export async function findSuperior({ transaction, actor, target }: Parties, id: number): Promise<AccountStatus> {
  const superior = await findAccountStatus(transaction, id);
  const isAdmin = superior?.adminRole === 'ADMIN' || superior?.adminRole === 'SUPER_ADMIN';
  if (!superior || !isAdmin || superior.id === target.id) throw new AppError('reports_to_refused');
  const mayName =
    superior.id === actor.id || actor.adminRole === 'SUPER_ADMIN' || (await isBelow(transaction, id, actor.id));
  if (!mayName || (await isBelow(transaction, id, target.id))) throw new AppError('reports_to_refused');
  return superior;
}

/** Changes the superior of an admin. The admin's subordinates stay below the admin, and groups that a former superior assigned to any of them are taken away. */
export async function changeSuperiorOf(
  services: Services,
  { session, input }: Call<typeof changeSuperior>,
): Promise<OutputOf<typeof changeSuperior>> {
  const attempt = { session, endpoint: changeSuperior, userId: input.userId, rule: refusalToTouch };
  let followed: readonly ScopeChanges[] = [];
  const decided = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'SUPER_ADMIN') throw new AppError('super_admin_reports_to_nobody');
    if (target.adminRole !== 'ADMIN') throw new AppError('not_an_admin');
    const superior = await findSuperior({ transaction, actor, target }, input.reportsTo);
    const answer = { reportsTo: superior.username };
    if (superior.id === target.reportsTo) return { answer };
    await writeSuperior(transaction, target.id, superior.id);
    const groupActor = { id: actor.id, username: actor.username, subject: changeSuperior.path };
    followed = [await settleReportingLine(transaction, groupActor)];
    const former = target.reportsTo === null ? undefined : await findAccountStatus(transaction, target.reportsTo);
    const before: AccessFacts = former === undefined ? {} : { reportsTo: former.username };
    return { answer, entry: { action: 'REPORTS_TO' as const, before, after: answer } };
  });
  publishScopes(services.bus, joinScopes(followed));
  return decided;
}
