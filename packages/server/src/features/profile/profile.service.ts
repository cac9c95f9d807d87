import {
  adminList,
  can,
  dashboard,
  isConfinedToWelcome,
  notSharedVersion,
  type SharedVersionCounts,
  type UserProfile,
  type VersionCounts,
} from '@fairwatch/contract';
import { readActiveMonths } from '../../core/figures/active-users.store.ts';
import { countAdmins, listPendingUsers } from '../../core/figures/admin-figures.store.ts';
import { readFleetFigures } from '../../core/figures/fleet-figures.store.ts';
import { listOpenTickets } from '../../core/figures/open-tickets.store.ts';
import { readLatestSample } from '../../core/figures/system-samples.store.ts';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { listSignInAlerts } from '../../core/session/sign-in-alerts.store.ts';
import { logTicketsSeen } from '../../core/tickets/ticket-log.ts';
import { readAccount } from './profile.store.ts';

/** The signed-in account, with the figures of what it supervises. */
export async function readProfile({ db }: Services, session: Session, scope: Scope): Promise<UserProfile> {
  const isAdmin = !isConfinedToWelcome(session.adminRole);
  const [account, fleet, adminUsersCount, pendingAdminUsers, tickets, countPerMonthDTOS, serverStats, signInAlerts] =
    await Promise.all([
      readAccount(db, scope),
      readFleetFigures(db, scope),
      isAdmin ? countAdmins(db, scope) : 0,
      isAdmin && can(session, adminList) ? listPendingUsers(db, scope) : [],
      isAdmin ? listOpenTickets(db, session, scope) : [],
      isAdmin ? readActiveMonths(db, scope) : null,
      isAdmin ? readLatestSample(db) : null,
      listSignInAlerts(db, session.userId),
    ]);
  // The same tickets that the dashboard shows.
  await logTicketsSeen(db, { session, endpoint: dashboard }, tickets);
  return {
    userId: String(account.id),
    username: account.username,
    nickName: account.nickname,
    email: account.email ?? '',
    profileIconPath: account.profileIconPath,
    phoneNumber: account.phone_number ?? '',
    userType: account.user_type,
    adminRole: account.admin_role,
    accessibleUsersCount: fleet.usersCount,
    adminUsersCount,
    totalDevicesCount: fleet.devicesCount,
    activeDevicesCount: fleet.activeDevicesCount,
    osVersionCounts: { ...byName(fleet.osVersions), ...notShared(fleet.osVersions) },
    deviceCountPerAppVersion: byName(fleet.appVersions),
    // The id only tells entries apart: it is the place in the list of features.
    featureAccessDTOs: session.featureAccessDTOs.map((entry, place) => ({ id: place + 1, ...entry })),
    tickets,
    pendingAdminUsers,
    customSidebar: account.custom_sidebar,
    countPerMonthDTOS,
    serverStats,
    signInAlerts,
  };
}

/** Beside the versions, under a name of its own: so many people do not share device details. */
function notShared({ notShared: devices }: SharedVersionCounts): Record<string, number> {
  return devices > 0 ? { [notSharedVersion]: devices } : {};
}

function byName({ versions }: VersionCounts): Record<string, number> {
  return Object.fromEntries(versions.map(({ name, devices }) => [name, devices]));
}
