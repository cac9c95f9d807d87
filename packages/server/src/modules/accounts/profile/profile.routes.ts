import {
  profile,
  adminList,
  can,
  dashboard,
  isConfinedToWelcome,
  languageOf,
  notSharedVersion,
  withheldVersion,
  type SharedVersionCounts,
  type UserProfile,
  type VersionCounts,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readActiveMonths } from '../../devices/dashboard/active-users.store.ts';
import { countAdmins, listPendingUsers, listOpenTickets } from '../../devices/dashboard/admin-metrics.store.ts';
import { readFleetMetrics } from '../../../shared/device-state/fleet-counts.store.ts';
import { readLatestSample } from '../../devices/dashboard/system-samples.store.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import { listSignInAlerts } from '../sign-in-alerts.store.ts';
import { logTicketsSeen } from '../../support/tickets/ticket-log.ts';
import { readAccount } from '../accounts.store.ts';

export function profileRoutes(services: Services): Route[] {
  return [handle(profile, ({ session, scope }) => readProfile(services, session, scope))];
}

/** Reads the signed-in account with the metrics of its devices. */
async function readProfile(services: Services, session: Session, scope: Scope): Promise<UserProfile> {
  const { db, face } = services;
  const isAdmin = !isConfinedToWelcome(session.adminRole);
  const [account, fleet, adminUsersCount, pendingAdminUsers, tickets, countPerMonthDTOS, serverStats, signInAlerts] =
    await Promise.all([
      readAccount(db, scope),
      readFleetMetrics(db, scope),
      isAdmin ? countAdmins(db, scope) : 0,
      isAdmin && can(session, adminList) ? listPendingUsers(db, scope) : [],
      isAdmin ? listOpenTickets(db, session, scope) : [],
      isAdmin ? readActiveMonths(db, scope) : null,
      isAdmin ? readLatestSample(db) : null,
      listSignInAlerts(db, session.userId),
    ]);
  // Logged as a read of the dashboard, which shows the same tickets.
  await logTicketsSeen(services, { session, endpoint: dashboard }, tickets);
  return {
    userId: String(account.id),
    username: account.username,
    nickName: account.nickname,
    displayName: account.display_name || account.username,
    email: account.email ?? '',
    profileIconPath: account.profileIconPath,
    phoneNumber: account.phone_number ?? '',
    userType: account.user_type,
    adminRole: account.admin_role,
    accessibleUsersCount: fleet.usersCount,
    adminUsersCount,
    totalDevicesCount: fleet.devicesCount,
    activeDevicesCount: fleet.activeDevicesCount,
    osVersionCounts: { ...byName(fleet.osVersions), ...unnamed(fleet.osVersions) },
    deviceCountPerAppVersion: byName(fleet.appVersions),
    // The id is the index in the list of permissions and only tells entries apart.
    featureAccessDTOs: session.featureAccessDTOs.map((entry, place) => ({ id: place + 1, ...entry })),
    tickets,
    pendingAdminUsers,
    customSidebar: account.custom_sidebar,
    countPerMonthDTOS,
    serverStats,
    signInAlerts,
    language: languageOf(account.language ?? ''),
    installation: await face.read(),
  };
}

/** Extra entries with the number of devices that do not share their details, and of those whose details are not told. */
function unnamed({ notShared, withheld }: SharedVersionCounts): Record<string, number> {
  return {
    ...(notShared > 0 && { [notSharedVersion]: notShared }),
    ...(withheld > 0 && { [withheldVersion]: withheld }),
  };
}

function byName({ versions }: VersionCounts): Record<string, number> {
  return Object.fromEntries(versions.map(({ name, devices }) => [name, devices]));
}
