import { missingFilesRoutes } from './modules/files/uploads/missing-files.routes.ts';
import { deviceDataRoutes } from './modules/device-data/device-data.routes.ts';
import type { Route } from './shared/routes/route.ts';
import type { Services } from './shared/services/services.ts';
import { activitySources, commandAnswers, deviceTables } from './device-features.ts';
import { accountRoutes } from './modules/accounts/account/account.routes.ts';
import { adminsRoutes } from './modules/accounts/admins/admins.routes.ts';
import { alertsRoutes } from './modules/places/alerts/alerts.routes.ts';
import { appDownloadRoutes } from './modules/installation/app-download/app-download.routes.ts';
import type { TermuxFile } from './modules/installation/app-download/termux-file.ts';
import { archivesRoutes } from './modules/device-data/archives/archives.routes.ts';
import { auditRoutes } from './modules/consent/logs/audit.routes.ts';
import { authRoutes } from './modules/accounts/auth/auth.routes.ts';
import { capturesRoutes } from './modules/device-data/captures/captures.routes.ts';
import { consentRoutes } from './modules/consent/consent.routes.ts';
import { dashboardRoutes } from './modules/devices/dashboard/dashboard.routes.ts';
import { devicesRoutes } from './modules/devices/list/devices.routes.ts';
import { enrolRoutes } from './modules/gateway/enrol/enrol.routes.ts';
import { filesRoutes } from './modules/files/file-manager/files.routes.ts';
import { galleryRoutes } from './modules/device-data/gallery/gallery.routes.ts';
import { groupsRoutes } from './modules/devices/groups/groups.routes.ts';
import { installationRoutes } from './modules/installation/installation.routes.ts';
import { liveLocationRoutes } from './modules/places/live-location/live-location.routes.ts';
import { liveViewRoutes } from './modules/device-data/live-view/live-view.routes.ts';
import { mapDataRoutes } from './modules/places/map-data/map-data.routes.ts';
import { locationsRoutes } from './modules/places/locations/locations.routes.ts';
import { invitationsRoutes } from './modules/accounts/invitations/invitations.routes.ts';
import { notificationsRoutes } from './modules/accounts/notifications/notifications.routes.ts';
import { phoneAccessRoutes } from './modules/installation/phone-access/phone-access.routes.ts';
import { overviewRoutes } from './modules/devices/overview/overview.routes.ts';
import { guardiansRoutes } from './modules/devices/passcodes/guardians/guardians.routes.ts';
import { passcodesRoutes } from './modules/devices/passcodes/passcodes.routes.ts';
import { passkeysRoutes } from './modules/accounts/passkeys/passkeys.routes.ts';
import { presetsRoutes } from './modules/installation/presets/presets.routes.ts';
import { profileRoutes } from './modules/accounts/profile/profile.routes.ts';
import { pushNotificationsRoutes } from './modules/support/push-notifications/push-notifications.routes.ts';
import { approvalsRoutes } from './modules/consent/policies/approvals.routes.ts';
import { reasonsRoutes } from './modules/consent/policies/reasons.routes.ts';
import { reportsRoutes } from './modules/places/reports/reports.routes.ts';
import { retentionRoutes } from './modules/device-data/retention/retention.routes.ts';
import { runsRoutes } from './modules/devices/runs/runs.routes.ts';
import { savedViewsRoutes } from './modules/accounts/saved-views/saved-views.routes.ts';
import { schedulesRoutes } from './modules/devices/schedules/schedules.routes.ts';
import { ticketsRoutes } from './modules/support/tickets/tickets.routes.ts';
import { webPushRoutes } from './modules/support/web-push.routes.ts';
import { usersRoutes } from './modules/accounts/users/users.routes.ts';
import { zonesRoutes } from './modules/places/zones/zones.routes.ts';

/**
 * Creates the handlers of all calls. The server does not start unless they match the contract. `termuxFile` is null on a server
 * without a built Termux companion.
 */
export function createRoutes(services: Services, termuxFile: TermuxFile | null): Route[] {
  return [
    ...authRoutes(services),
    ...profileRoutes(services),
    ...installationRoutes(services),
    ...presetsRoutes(services, deviceTables),
    ...dashboardRoutes(services),
    ...accountRoutes(services),
    ...passkeysRoutes(services),
    ...devicesRoutes(services, deviceTables),
    ...consentRoutes(services),
    ...overviewRoutes(services, activitySources),
    ...pushNotificationsRoutes(services),
    ...invitationsRoutes(services),
    ...notificationsRoutes(services),
    ...runsRoutes(services),
    ...schedulesRoutes(services),
    ...alertsRoutes(services),
    ...savedViewsRoutes(services),
    ...deviceDataRoutes(services, deviceTables),
    ...locationsRoutes(services),
    ...mapDataRoutes(services),
    ...zonesRoutes(services),
    ...liveLocationRoutes(services),
    ...reportsRoutes(services),
    ...galleryRoutes(services),
    ...filesRoutes(services),
    ...capturesRoutes(services),
    ...liveViewRoutes(services),
    ...archivesRoutes(services),
    ...auditRoutes(services),
    ...reasonsRoutes(services),
    ...approvalsRoutes(services),
    ...retentionRoutes(services, deviceTables),
    ...webPushRoutes(services),
    ...usersRoutes(services),
    ...adminsRoutes(services),
    ...groupsRoutes(services),
    ...passcodesRoutes(services),
    ...guardiansRoutes(services),
    ...appDownloadRoutes(services, termuxFile),
    ...phoneAccessRoutes(services),
    ...ticketsRoutes(services),
    ...enrolRoutes(services, deviceTables),
    ...missingFilesRoutes(services, commandAnswers),
  ];
}
