import { adminList, can, dashboard, type DashboardFigures, type ParsedInputOf } from '@fairwatch/contract';
import { readActiveUsers } from '../../core/figures/active-users.store.ts';
import { countAdmins, listPendingUsers } from '../../core/figures/admin-figures.store.ts';
import { readFleetFigures } from '../../core/figures/fleet-figures.store.ts';
import { listOpenTickets } from '../../core/figures/open-tickets.store.ts';
import { readSystem } from '../../core/figures/system-samples.store.ts';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { logTicketsSeen } from '../../core/tickets/ticket-log.ts';

/** All figures of the page: each is kept, none is counted over the devices. */
export async function readDashboard(
  { db }: Services,
  session: Session,
  scope: Scope,
  { activeRange, systemRange }: ParsedInputOf<typeof dashboard>,
): Promise<DashboardFigures> {
  const [fleet, adminsCount, activeUsers, system, pendingUsers, tickets] = await Promise.all([
    readFleetFigures(db, scope),
    countAdmins(db, scope),
    readActiveUsers(db, scope, activeRange),
    readSystem(db, systemRange),
    // Shown to those who can open the page where they are promoted.
    can(session, adminList) ? listPendingUsers(db, scope) : [],
    listOpenTickets(db, session, scope),
  ]);
  await logTicketsSeen(db, { session, endpoint: dashboard }, tickets);
  return { ...fleet, adminsCount, activeUsers, system, pendingUsers, tickets };
}
