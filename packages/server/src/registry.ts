import { missingFilesRoutes } from './features/uploads/missing-files.routes.ts';
import { deviceFeatureRoutes } from './features/device-rows/device-rows.routes.ts';
import type { Route } from './domain/routing/route.ts';
import type { Services } from './domain/services/services.ts';
import { activitySources, commandAnswers, deviceTables } from './device-features.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { adminsRoutes } from './features/admins/admins.routes.ts';
import { alertsRoutes } from './features/alerts/alerts.routes.ts';
import { appDownloadRoutes } from './features/app-download/app-download.routes.ts';
import type { TermuxFile } from './features/app-download/termux-file.ts';
import { appsRoutes } from './features/apps/apps.routes.ts';
import { archivesRoutes } from './features/archives/archives.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { callLogsRoutes } from './features/call-logs/call-logs.routes.ts';
import { capturesRoutes } from './features/captures/captures.routes.ts';
import { consentRequestsRoutes } from './features/consent-requests/consent-requests.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { enrolRoutes } from './features/enrol/enrol.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { galleryRoutes } from './features/gallery/gallery.routes.ts';
import { grantsRoutes } from './features/grants/grants.routes.ts';
import { groupsRoutes } from './features/groups/groups.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { installationRoutes } from './features/installation/installation.routes.ts';
import { liveLocationRoutes } from './features/live-location/live-location.routes.ts';
import { locationsRoutes } from './features/locations/locations.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { passcodesRoutes } from './features/passcodes/passcodes.routes.ts';
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { pushNotificationsRoutes } from './features/push-notifications/push-notifications.routes.ts';
import { approvalsRoutes } from './features/approvals/approvals.routes.ts';
import { reasonsRoutes } from './features/reasons/reasons.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { serverRoutes } from './features/servers/servers.routes.ts';
import { runsRoutes } from './features/runs/runs.routes.ts';
import { savedViewsRoutes } from './features/saved-views/saved-views.routes.ts';
import { schedulesRoutes } from './features/schedules/schedules.routes.ts';
import { sharingHoursRoutes } from './features/sharing-hours/sharing-hours.routes.ts';
import { ticketsRoutes } from './features/tickets/tickets.routes.ts';
import { webPushRoutes } from './features/web-push/web-push.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { zonesRoutes } from './features/zones/zones.routes.ts';

/**
 * Creates the handlers of all calls. The server does not start unless they match the contract. `termuxFile` is null on a server
 * without a built Termux companion.
 */
export function createRoutes(services: Services, termuxFile: TermuxFile | null): Route[] {
  return [
    ...healthRoutes(services),
    ...authRoutes(services),
    ...profileRoutes(services),
    ...installationRoutes(services),
    ...dashboardRoutes(services),
    ...accountRoutes(services),
    ...passkeysRoutes(services),
    ...devicesRoutes(services, deviceTables),
    ...grantsRoutes(services),
    ...overviewRoutes(services, activitySources),
    ...consentRequestsRoutes(services),
    ...pushNotificationsRoutes(services),
    ...notificationsRoutes(services),
    ...runsRoutes(services),
    ...schedulesRoutes(services),
    ...alertsRoutes(services),
    ...savedViewsRoutes(services),
    ...deviceFeatureRoutes(services, deviceTables),
    ...callLogsRoutes(services),
    ...appsRoutes(services),
    ...locationsRoutes(services),
    ...zonesRoutes(services),
    ...liveLocationRoutes(services),
    ...reportsRoutes(services),
    ...galleryRoutes(services),
    ...filesRoutes(services),
    ...capturesRoutes(services),
    ...messagesRoutes(services),
    ...archivesRoutes(services),
    ...auditRoutes(services),
    ...reasonsRoutes(services),
    ...approvalsRoutes(services),
    ...retentionRoutes(services, deviceTables),
    ...serverRoutes(services),
    ...sharingHoursRoutes(services),
    ...webPushRoutes(services),
    ...usersRoutes(services),
    ...adminsRoutes(services),
    ...groupsRoutes(services),
    ...passcodesRoutes(services),
    ...appDownloadRoutes(services, termuxFile),
    ...ticketsRoutes(services),
    ...enrolRoutes(services, deviceTables),
    ...missingFilesRoutes(services, commandAnswers),
  ];
}
