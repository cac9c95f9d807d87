import type {
  ConsolePath,
  DeviceFeatureId,
  deviceFeatures,
  adminDetail,
  adminList,
  assignedTickets,
  auditList,
  commandCatalogue,
  clientsOfAdmin,
  createTicket,
  createdTickets,
  gallery,
  groupList,
  loadAppOffer,
  loadMapData,
  loadPreset,
  overview,
  passcodeList,
  pushNotifications,
  retentionList,
  serverList,
  listUsePolicies,
  userList,
} from '@fairwatch/contract';
import type { ConsolePages, LazyView, NavIconName, Page, PermissionOf } from './core/router/page.ts';
import { deviceFeatureViews, recorderViews, videosView } from './device-views.ts';
import { placePages } from './place-pages.ts';

const mainPages: Page[] = [
  {
    path: '/',
    permission: null,
    label: 'dashboard',
    view: async () => (await import('./areas/devices/dashboard/dashboard.view.tsx')).DashboardView,
    nav: { group: 'main', icon: 'dashboard' },
  },
  {
    path: '/device-list',
    permission: null,
    label: 'devices',
    view: async () => (await import('./areas/devices/list/devices.view.tsx')).DevicesView,
    loadRows: async (search) => (await import('./areas/devices/list/devices.view.tsx')).loadDevices(search),
    nav: { group: 'main', icon: 'device' },
  },
  ...placePages,
  {
    path: '/groups',
    permission: null,
    access: { permission: 'DEVICES', level: 'READ_ONLY' } satisfies (typeof groupList)['access'],
    label: 'groups',
    view: async () => (await import('./areas/devices/groups/groups.view.tsx')).GroupsView,
    nav: { group: 'main', icon: 'groups' },
  },
  {
    path: '/runs',
    permission: null,
    label: 'runs',
    view: async () => (await import('./areas/devices/runs/runs.view.tsx')).RunsView,
    nav: { group: 'main', icon: 'runs' },
  },
  {
    path: '/runs/$runId',
    permission: null,
    label: 'run',
    view: async () => (await import('./areas/devices/runs/run.view.tsx')).RunView,
    nav: null,
  },
  {
    path: '/schedules',
    permission: null,
    label: 'schedules',
    view: async () => (await import('./areas/devices/schedules/schedules.view.tsx')).SchedulesView,
    nav: { group: 'main', icon: 'schedules' },
  },
  {
    path: '/app-download',
    permission: 'APP_DOWNLOAD' satisfies PermissionOf<typeof loadAppOffer>,
    label: 'appDownload',
    view: async () => (await import('./areas/installation/app-download/app-download.view.tsx')).AppDownloadView,
    nav: { group: 'main', icon: 'download' },
  },
  {
    path: '/approvals',
    permission: null,
    label: 'approvals',
    view: async () => (await import('./areas/consent/approvals/approvals.view.tsx')).ApprovalsView,
    nav: { group: 'main', icon: 'approvals', count: 'approvals' },
  },
  {
    path: '/notification',
    permission: null,
    label: 'notifications',
    view: async () => (await import('./areas/accounts/notifications/notifications.view.tsx')).NotificationsView,
    nav: null,
  },
  {
    path: '/account',
    permission: null,
    label: 'account',
    view: async () => (await import('./areas/accounts/account/account.view.tsx')).AccountView,
    nav: null,
  },
  {
    path: '/not-authorized',
    permission: null,
    label: 'notAuthorized',
    view: async () => (await import('./areas/installation/status-pages/status-pages.view.tsx')).NotAuthorizedView,
    nav: null,
  },
];

const adminPages: Page[] = [
  {
    path: '/users-list',
    permission: 'USERS' satisfies PermissionOf<typeof userList>,
    label: 'users',
    view: async () => (await import('./areas/accounts/users/users.view.tsx')).UsersView,
    nav: { group: 'admin', icon: 'users' },
  },
  {
    path: '/role-management',
    permission: 'ROLE_MANAGER' satisfies PermissionOf<typeof adminList>,
    label: 'roleManagement',
    view: async () => (await import('./areas/accounts/admins/admins.view.tsx')).AdminsView,
    nav: { group: 'admin', icon: 'roles' },
  },
  {
    path: '/role-management/user/settings/$id',
    permission: 'ROLE_MANAGER' satisfies PermissionOf<typeof adminDetail>,
    label: 'roleSettings',
    view: async () => (await import('./areas/accounts/admins/admin-settings.view.tsx')).AdminSettingsView,
    nav: null,
  },
  {
    path: '/role-management/user/assign/$id',
    permission: 'ROLE_MANAGER' satisfies PermissionOf<typeof clientsOfAdmin>,
    label: 'roleDevices',
    view: async () => (await import('./areas/accounts/admins/devices/admin-devices.view.tsx')).AdminDevicesView,
    nav: null,
  },
  {
    path: '/otp-list',
    permission: 'OTP_LIST' satisfies PermissionOf<typeof passcodeList>,
    label: 'otpList',
    view: async () => (await import('./areas/devices/passcodes/passcodes.view.tsx')).PasscodesView,
    nav: { group: 'admin', icon: 'key' },
  },
  {
    path: '/otp-list/cards',
    permission: 'OTP_LIST' satisfies PermissionOf<typeof passcodeList>,
    label: 'otpCards',
    view: async () => (await import('./areas/devices/passcodes/cards/cards.view.tsx')).CardsView,
    plain: true,
    nav: null,
  },
  {
    path: '/audit',
    permission: 'AUDIT' satisfies PermissionOf<typeof auditList>,
    label: 'audit',
    view: async () => (await import('./areas/consent/audit/audit.view.tsx')).AuditView,
    nav: { group: 'admin', icon: 'audit' },
  },
  {
    path: '/retention',
    permission: null,
    access: 'super-admin' satisfies (typeof retentionList)['access'],
    label: 'retention',
    view: async () => (await import('./areas/device-data/retention/retention.view.tsx')).RetentionView,
    nav: { group: 'admin', icon: 'retention' },
  },
  {
    path: '/servers',
    permission: null,
    access: 'super-admin' satisfies (typeof serverList)['access'],
    label: 'servers',
    view: async () => (await import('./areas/installation/servers/servers.view.tsx')).ServersView,
    nav: { group: 'admin', icon: 'servers' },
  },
  {
    path: '/map-data',
    permission: null,
    access: 'super-admin' satisfies (typeof loadMapData)['access'],
    label: 'mapData',
    view: async () => (await import('./areas/places/map-data/map-data.view.tsx')).MapDataView,
    nav: { group: 'admin', icon: 'mapData' },
  },
  {
    path: '/reasons',
    permission: null,
    access: 'super-admin' satisfies (typeof listUsePolicies)['access'],
    label: 'reasons',
    view: async () => (await import('./areas/consent/reasons/reasons.view.tsx')).ReasonsView,
    nav: { group: 'admin', icon: 'reasons' },
  },
  {
    path: '/installation',
    permission: null,
    access: 'super-admin' satisfies (typeof loadPreset)['access'],
    label: 'installation',
    view: async () => (await import('./areas/installation/presets/presets.view.tsx')).InstallationView,
    nav: { group: 'admin', icon: 'installation' },
  },
];

const ticketPages: Page[] = [
  {
    path: '/my-tickets',
    permission: 'MY_TICKETS' satisfies PermissionOf<typeof createdTickets>,
    label: 'myTickets',
    view: async () => (await import('./areas/support/tickets/tickets.view.tsx')).MyTicketsView,
    nav: { group: 'menu', icon: 'ticket', count: 'mine' },
  },
  {
    path: '/my-ticket/$myTicketId',
    permission: 'MY_TICKETS' satisfies PermissionOf<typeof createdTickets>,
    label: 'ticket',
    view: async () => (await import('./areas/support/tickets/ticket.view.tsx')).MyTicketView,
    nav: null,
  },
  {
    path: '/my-ticket/add-ticket',
    permission: 'ADD_TICKET' satisfies PermissionOf<typeof createTicket>,
    access: { permission: 'ADD_TICKET', level: 'FULL_ACCESS' } satisfies (typeof createTicket)['access'],
    label: 'addTicket',
    view: async () => (await import('./areas/support/tickets/new-ticket/add-ticket.view.tsx')).AddTicketView,
    nav: null,
  },
  {
    path: '/subordinates-tickets',
    permission: 'SUBORDINATES_TICKETS' satisfies PermissionOf<typeof assignedTickets>,
    label: 'subordinatesTickets',
    view: async () => (await import('./areas/support/tickets/tickets.view.tsx')).SubordinatesTicketsView,
    nav: { group: 'menu', icon: 'tickets', count: 'subordinates' },
  },
  {
    path: '/subordinates-ticket/$subordinateTicketId',
    permission: 'SUBORDINATES_TICKETS' satisfies PermissionOf<typeof assignedTickets>,
    label: 'ticket',
    view: async () => (await import('./areas/support/tickets/ticket.view.tsx')).SubordinatesTicketView,
    nav: null,
  },
];

/** The name of a device page, such as `call` in `/device/call/$deviceId`. */
type DevicePageName = ConsolePath extends infer Path
  ? Path extends `/device/${infer Name}/$deviceId`
    ? Name
    : never
  : never;

function devicePage(
  name: DevicePageName,
  permission: Page['permission'],
  label: Page['label'],
  icon: NavIconName,
  view: LazyView,
): Page {
  return { path: `/device/${name}/$deviceId`, permission, label, view, nav: { group: 'device', icon } };
}

/** The page of a device feature, with the permission that the feature declares. */
function featurePage<Id extends DeviceFeatureId>(
  id: Id,
  name: DevicePageName,
  permission: (typeof deviceFeatures)[Id]['permission'],
  label: Page['label'],
  icon: NavIconName,
): Page {
  return devicePage(name, permission, label, icon, deviceFeatureViews[id]);
}

const devicePages: Page[] = [
  {
    ...devicePage(
      'overview',
      'OVERVIEW' satisfies PermissionOf<typeof overview>,
      'overview',
      'overview',
      async () => (await import('./areas/devices/overview/overview.view.tsx')).OverviewView,
    ),
    firstCalls: async () => (await import('./areas/devices/overview/overview.view.tsx')).startOverviewCalls,
  },
  devicePage(
    'trigger-notifications',
    'TRIGGER_NOTIFICATIONS' satisfies PermissionOf<typeof pushNotifications>,
    'triggerNotifications',
    'bell',
    async () => (await import('./areas/support/push-notifications/push-notifications.view.tsx')).PushNotificationsView,
  ),
  featurePage('locations', 'location', 'LOCATION', 'location', 'map'),
  featurePage('files', 'file-manager', 'FILE_MANAGER', 'fileManager', 'folder'),
  featurePage('contacts', 'contact', 'CONTACTS', 'contacts', 'contacts'),
  featurePage('messages', 'sms_chat', 'SMS_READ', 'textMessages', 'message'),
  featurePage('call-logs', 'call', 'CALL_LOG', 'calls', 'phone'),
  featurePage('calendar-events', 'event', 'EVENT', 'events', 'calendar'),
  featurePage('gallery', 'photo', 'GALLERY', 'photo', 'photo'),
  devicePage('video', 'GALLERY' satisfies PermissionOf<typeof gallery.list>, 'video', 'movie', videosView),
  featurePage('app-permissions', 'permission', 'PERMISSION', 'permission', 'lock'),
  devicePage(
    'voice-recorder',
    'VOICE_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_VOICE']['permission'],
    'voiceRecorder',
    'microphone',
    recorderViews.voice,
  ),
  devicePage(
    'photo-recorder',
    'PHOTO_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_PHOTO']['permission'],
    'photoRecorder',
    'camera',
    recorderViews.photo,
  ),
  devicePage(
    'video-recorder',
    'VIDEO_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_VIDEO']['permission'],
    'videoRecorder',
    'video',
    recorderViews.video,
  ),
  featurePage('device-info', 'info', 'DEVICE_INFO', 'deviceInfo', 'info'),
  featurePage('apps', 'app-list', 'APP_LIST', 'installedApps', 'apps'),
];

/** Every page of the console. The sidebar, the routes and the guards are built from this list only. */
export const consolePages: ConsolePages = {
  pages: [...mainPages, ...devicePages, ...adminPages, ...ticketPages],
  auth: {
    layout: async () => (await import('./areas/accounts/auth/auth-layout.tsx')).AuthLayout,
    pages: [
      { path: '/auth/login', view: async () => (await import('./areas/accounts/auth/login.view.tsx')).LoginView },
      {
        path: '/auth/forgot-password',
        view: async () => (await import('./areas/accounts/auth/forgot-password.view.tsx')).ForgotPasswordView,
      },
      {
        path: '/auth/register',
        view: async () => (await import('./areas/accounts/auth/register.view.tsx')).RegisterView,
      },
      {
        path: '/auth/invitation',
        // An admin who tries their own link reads why it opens nothing for them.
        forAnyone: true,
        view: async () => (await import('./areas/accounts/auth/invitation.view.tsx')).InvitationView,
      },
    ],
  },
  welcome: {
    path: '/welcome',
    view: async () => (await import('./areas/accounts/welcome/welcome.view.tsx')).WelcomeView,
  },
  notFound: async () => (await import('./areas/installation/status-pages/status-pages.view.tsx')).NotFoundView,
};
