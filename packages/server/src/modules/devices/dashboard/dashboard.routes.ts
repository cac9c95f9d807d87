import { dashboard, adminList, can, type DashboardMetrics, type ParsedInputOf } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readActiveUsers } from './active-users.store.ts';
import { countAdmins, listPendingUsers } from './admin-metrics.store.ts';
import { readFleetMetrics } from '../../../shared/device-state/fleet-counts.store.ts';
import { listOpenTickets } from './open-tickets.store.ts';
import { readSystem } from './system-samples.store.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import { logTicketsSeen } from '../../support/tickets/ticket-log.ts';

export function dashboardRoutes(services: Services): Route[] {
  return [handle(dashboard, ({ session, scope, input }) => readDashboard(services, session, scope, input))];
}

/** Reads all metrics of the page. Each is a maintained counter; nothing is counted over the devices. */
async function readDashboard(
  services: Services,
  session: Session,
  scope: Scope,
  { activeRange, systemRange }: ParsedInputOf<typeof dashboard>,
): Promise<DashboardMetrics> {
  const { db } = services;
  const [fleet, adminsCount, activeUsers, system, pendingUsers, tickets] = await Promise.all([
    readFleetMetrics(db, scope),
    countAdmins(db, scope),
    readActiveUsers(db, scope, activeRange),
    readSystem(db, systemRange),
    // Only for admins who can open the page on which accounts are promoted.
    can(session, adminList) ? listPendingUsers(db, scope) : [],
    listOpenTickets(db, session, scope),
  ]);
  await logTicketsSeen(services, { session, endpoint: dashboard }, tickets);
  return { ...fleet, adminsCount, activeUsers, system, pendingUsers, tickets };
}
