import { changeSuperior, type AccessFacts, type OutputOf } from '@fairwatch/contract';
import { findStanding, isBelow, type Standing } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { writeSuperior } from './accounts.store.ts';
import { refusalToTouch } from './authority.ts';
import { changeAccount, type Parties } from './change-account.ts';

/** Whom an admin may be put under: who asks, or an admin below that one. Never in a ring. */
export async function findSuperior({ transaction, actor, target }: Parties, id: number): Promise<Standing> {
  const superior = await findStanding(transaction, id);
  const isAdmin = superior?.adminRole === 'ADMIN' || superior?.adminRole === 'SUPER_ADMIN';
  if (!superior || !isAdmin || superior.id === target.id) throw new AppError('reports_to_refused');
  const mayName =
    superior.id === actor.id || actor.adminRole === 'SUPER_ADMIN' || (await isBelow(transaction, id, actor.id));
  if (!mayName || (await isBelow(transaction, id, target.id))) throw new AppError('reports_to_refused');
  return superior;
}

/** Puts an admin under another one. Whoever is below the admin comes along. */
export function moveUnder(
  services: Services,
  { session, input }: Call<typeof changeSuperior>,
): Promise<OutputOf<typeof changeSuperior>> {
  const attempt = { session, endpoint: changeSuperior, userId: input.userId, rule: refusalToTouch };
  return changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (target.adminRole === 'SUPER_ADMIN') throw new AppError('super_admin_reports_to_nobody');
    if (target.adminRole !== 'ADMIN') throw new AppError('not_an_admin');
    const superior = await findSuperior({ transaction, actor, target }, input.reportsTo);
    const answer = { reportsTo: superior.username };
    if (superior.id === target.reportsTo) return { answer };
    await writeSuperior(transaction, target.id, superior.id);
    const former = target.reportsTo === null ? undefined : await findStanding(transaction, target.reportsTo);
    const before: AccessFacts = former === undefined ? {} : { reportsTo: former.username };
    return { answer, entry: { action: 'REPORTS_TO' as const, before, after: answer } };
  });
}
