import type { DeviceFeatureId } from '@fairwatch/contract';
import type { ConsolePages, LazyView, Page } from './core/router/page.ts';

/** The page of each declared device feature; the compiler names the one that is forgotten. */
const deviceFeatureViews = {
  contacts: async () => (await import('./features/contacts/contacts.view.tsx')).ContactsView,
  'call-logs': async () => (await import('./features/call-logs/call-logs.view.tsx')).CallLogsView,
  'calendar-events': async () =>
    (await import('./features/calendar-events/calendar-events.view.tsx')).CalendarEventsView,
  apps: async () => (await import('./features/apps/apps.view.tsx')).AppsView,
  'app-permissions': async () =>
    (await import('./features/app-permissions/app-permissions.view.tsx')).AppPermissionsView,
  'device-info': async () => (await import('./features/device-info/device-info.view.tsx')).DeviceInfoView,
  locations: async () => (await import('./features/locations/locations.view.tsx')).LocationsView,
  files: async () => (await import('./features/files/files.view.tsx')).FilesView,
  gallery: async () => (await import('./features/gallery/gallery.view.tsx')).PhotosView,
  messages: async () => (await import('./features/messages/messages.view.tsx')).MessagesView,
} satisfies Record<DeviceFeatureId, LazyView>;

/** The gallery has two pages: one of photos, one of videos. */
const videosView: LazyView = async () => (await import('./features/gallery/gallery.view.tsx')).VideosView;

/** Captures are asked for, not collected: their pages belong to no device feature. */
const recorderViews = {
  photo: async () => (await import('./features/captures/captures.view.tsx')).PhotoRecorderView,
  video: async () => (await import('./features/captures/captures.view.tsx')).VideoRecorderView,
  voice: async () => (await import('./features/captures/captures.view.tsx')).VoiceRecorderView,
} satisfies Record<string, LazyView>;

const mainPages: Page[] = [
  {
    path: '/',
    permission: null,
    label: 'dashboard',
    view: async () => (await import('./features/dashboard/dashboard.view.tsx')).DashboardView,
    nav: { group: 'main', icon: 'dashboard' },
  },
  {
    path: '/device-list',
    permission: null,
    label: 'devices',
    view: async () => (await import('./features/devices/devices.view.tsx')).DevicesView,
    nav: { group: 'main', icon: 'device' },
  },
  {
    path: '/app-download',
    permission: 'APP_DOWNLOAD',
    label: 'appDownload',
    view: async () => (await import('./features/app-download/app-download.view.tsx')).AppDownloadView,
    nav: { group: 'main', icon: 'download' },
  },
  {
    path: '/approvals',
    permission: null,
    label: 'approvals',
    view: async () => (await import('./features/approvals/approvals.view.tsx')).ApprovalsView,
    nav: { group: 'main', icon: 'approvals', count: 'approvals' },
  },
  {
    path: '/notification',
    permission: null,
    label: 'notifications',
    view: async () => (await import('./features/notifications/notifications.view.tsx')).NotificationsView,
    nav: null,
  },
  {
    path: '/account',
    permission: null,
    label: 'account',
    view: async () => (await import('./features/account/account.view.tsx')).AccountView,
    nav: null,
  },
  {
    path: '/not-authorized',
    permission: null,
    label: 'notAuthorized',
    view: async () => (await import('./features/status-pages/not-authorized.view.tsx')).NotAuthorizedView,
    nav: null,
  },
];

const adminPages: Page[] = [
  {
    path: '/users-list',
    permission: 'USERS',
    label: 'users',
    view: async () => (await import('./features/users/users.view.tsx')).UsersView,
    nav: { group: 'admin', icon: 'users' },
  },
  {
    path: '/role-management',
    permission: 'ROLE_MANAGER',
    label: 'roleManagement',
    view: async () => (await import('./features/admins/admins.view.tsx')).AdminsView,
    nav: { group: 'admin', icon: 'roles' },
  },
  {
    path: '/role-management/user/settings/$id',
    permission: 'ROLE_MANAGER',
    label: 'roleSettings',
    view: async () => (await import('./features/admins/admin-settings.view.tsx')).AdminSettingsView,
    nav: null,
  },
  {
    path: '/role-management/user/assign/$id',
    permission: 'ROLE_MANAGER',
    label: 'roleDevices',
    view: async () => (await import('./features/admins/admin-devices.view.tsx')).AdminDevicesView,
    nav: null,
  },
  {
    path: '/otp-list',
    permission: 'OTP_LIST',
    label: 'otpList',
    view: async () => (await import('./features/passcodes/passcodes.view.tsx')).PasscodesView,
    nav: { group: 'admin', icon: 'key' },
  },
  {
    path: '/audit',
    permission: 'ROLE_MANAGER',
    access: { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' },
    label: 'audit',
    view: async () => (await import('./features/audit/audit.view.tsx')).AuditView,
    nav: { group: 'admin', icon: 'audit' },
  },
  {
    path: '/retention',
    permission: null,
    access: 'super-admin',
    label: 'retention',
    view: async () => (await import('./features/retention/retention.view.tsx')).RetentionView,
    nav: { group: 'admin', icon: 'retention' },
  },
  {
    path: '/reasons',
    permission: null,
    access: 'super-admin',
    label: 'reasons',
    view: async () => (await import('./features/reasons/reasons.view.tsx')).ReasonsView,
    nav: { group: 'admin', icon: 'reasons' },
  },
];

const ticketPages: Page[] = [
  {
    path: '/my-tickets',
    permission: 'MY_TICKETS',
    label: 'myTickets',
    view: async () => (await import('./features/tickets/tickets.view.tsx')).MyTicketsView,
    nav: { group: 'menu', icon: 'ticket', count: 'mine' },
  },
  {
    path: '/my-ticket/$myTicketId',
    permission: 'MY_TICKETS',
    label: 'ticket',
    view: async () => (await import('./features/tickets/ticket.view.tsx')).MyTicketView,
    nav: null,
  },
  {
    path: '/my-ticket/add-ticket',
    permission: 'ADD_TICKET',
    access: { permission: 'ADD_TICKET', level: 'FULL_ACCESS' },
    label: 'addTicket',
    view: async () => (await import('./features/tickets/add-ticket.view.tsx')).AddTicketView,
    nav: null,
  },
  {
    path: '/subordinates-tickets',
    permission: 'SUBORDINATES_TICKETS',
    label: 'subordinatesTickets',
    view: async () => (await import('./features/tickets/tickets.view.tsx')).SubordinatesTicketsView,
    nav: { group: 'menu', icon: 'tickets', count: 'subordinates' },
  },
  {
    path: '/subordinates-ticket/$subordinateTicketId',
    permission: 'SUBORDINATES_TICKETS',
    label: 'ticket',
    view: async () => (await import('./features/tickets/ticket.view.tsx')).SubordinatesTicketView,
    nav: null,
  },
];

function devicePage(
  name: string,
  permission: Page['permission'],
  label: string,
  icon: NonNullable<Page['nav']>['icon'],
  view: LazyView,
): Page {
  return { path: `/device/${name}/$deviceId`, permission, label, view, nav: { group: 'device', icon } };
}

const devicePages: Page[] = [
  devicePage(
    'overview',
    'OVERVIEW',
    'overview',
    'overview',
    async () => (await import('./features/overview/overview.view.tsx')).OverviewView,
  ),
  devicePage(
    'trigger-notifications',
    'TRIGGER_NOTIFICATIONS',
    'triggerNotifications',
    'bell',
    async () => (await import('./features/push-notifications/push-notifications.view.tsx')).PushNotificationsView,
  ),
  devicePage('location', 'LOCATION', 'location', 'map', deviceFeatureViews.locations),
  devicePage('file-manager', 'FILE_MANAGER', 'fileManager', 'folder', deviceFeatureViews.files),
  devicePage('contact', 'CONTACTS', 'contacts', 'contacts', deviceFeatureViews.contacts),
  devicePage('sms_chat', 'SMS_READ', 'textMessages', 'message', deviceFeatureViews.messages),
  devicePage('call', 'CALL_LOG', 'calls', 'phone', deviceFeatureViews['call-logs']),
  devicePage('event', 'EVENT', 'events', 'calendar', deviceFeatureViews['calendar-events']),
  devicePage('photo', 'GALLERY', 'photo', 'photo', deviceFeatureViews.gallery),
  devicePage('video', 'GALLERY', 'video', 'movie', videosView),
  devicePage('permission', 'PERMISSION', 'permission', 'lock', deviceFeatureViews['app-permissions']),
  devicePage('voice-recorder', 'VOICE_RECORDER', 'voiceRecorder', 'microphone', recorderViews.voice),
  devicePage('photo-recorder', 'PHOTO_RECORDER', 'photoRecorder', 'camera', recorderViews.photo),
  devicePage('video-recorder', 'VIDEO_RECORDER', 'videoRecorder', 'video', recorderViews.video),
  devicePage('info', 'DEVICE_INFO', 'deviceInfo', 'info', deviceFeatureViews['device-info']),
  devicePage('app-list', 'APP_LIST', 'installedApps', 'apps', deviceFeatureViews.apps),
];

/** Every page of the console. Sidebar, routes and guards are made from this list and from nothing else. */
export const consolePages: ConsolePages = {
  pages: [...mainPages, ...devicePages, ...adminPages, ...ticketPages],
  auth: {
    layout: async () => (await import('./features/auth/auth-layout.tsx')).AuthLayout,
    pages: [
      { path: '/auth/login', view: async () => (await import('./features/auth/login.view.tsx')).LoginView },
      {
        path: '/auth/forgot-password',
        view: async () => (await import('./features/auth/forgot-password.view.tsx')).ForgotPasswordView,
      },
      { path: '/auth/register', view: async () => (await import('./features/auth/register.view.tsx')).RegisterView },
    ],
  },
  welcome: {
    path: '/welcome',
    view: async () => (await import('./features/welcome/welcome.view.tsx')).WelcomeView,
  },
  notFound: async () => (await import('./features/status-pages/not-found.view.tsx')).NotFoundView,
};
