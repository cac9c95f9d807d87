import type { DeviceFeatureId } from '@fairwatch/contract';
import type { ConsolePages, LazyView, Page } from './core/router/page.ts';

/** The page of each declared device feature; the compiler names the one that is forgotten. */
const deviceFeatureViews = {
  contacts: async () => (await import('./features/contacts/contacts.view.tsx')).ContactsView,
} satisfies Record<DeviceFeatureId, LazyView>;

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
    view: null,
    nav: { group: 'main', icon: 'download' },
  },
  { path: '/notification', permission: null, label: 'notifications', view: null, nav: null },
  { path: '/account', permission: null, label: 'account', view: null, nav: null },
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
    view: null,
    nav: { group: 'admin', icon: 'roles' },
  },
  {
    path: '/role-management/user/settings/$id',
    permission: 'ROLE_MANAGER',
    label: 'roleSettings',
    view: null,
    nav: null,
  },
  { path: '/role-management/user/assign/$id', permission: 'ROLE_MANAGER', label: 'roleDevices', view: null, nav: null },
  { path: '/otp-list', permission: 'OTP_LIST', label: 'otpList', view: null, nav: { group: 'admin', icon: 'key' } },
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
];

const ticketPages: Page[] = [
  {
    path: '/my-tickets',
    permission: 'MY_TICKETS',
    label: 'myTickets',
    view: null,
    nav: { group: 'menu', icon: 'ticket' },
  },
  { path: '/my-ticket/$myTicketId', permission: 'MY_TICKETS', label: 'ticket', view: null, nav: null },
  { path: '/my-ticket/add-ticket', permission: 'ADD_TICKET', label: 'addTicket', view: null, nav: null },
  {
    path: '/subordinates-tickets',
    permission: 'SUBORDINATES_TICKETS',
    label: 'subordinatesTickets',
    view: null,
    nav: { group: 'menu', icon: 'tickets' },
  },
  {
    path: '/subordinates-ticket/$subordinateTicketId',
    permission: 'SUBORDINATES_TICKETS',
    label: 'ticket',
    view: null,
    nav: null,
  },
];

function devicePage(
  name: string,
  permission: Page['permission'],
  label: string,
  icon: NonNullable<Page['nav']>['icon'],
  view: LazyView | null = null,
): Page {
  return { path: `/device/${name}/$deviceId`, permission, label, view, nav: { group: 'device', icon } };
}

const devicePages: Page[] = [
  devicePage('overview', 'OVERVIEW', 'overview', 'overview'),
  devicePage('trigger-notifications', 'TRIGGER_NOTIFICATIONS', 'triggerNotifications', 'bell'),
  devicePage('location', 'LOCATION', 'location', 'map'),
  devicePage('file-manager', 'FILE_MANAGER', 'fileManager', 'folder'),
  devicePage('contact', 'CONTACTS', 'contacts', 'contacts', deviceFeatureViews.contacts),
  devicePage('sms_chat', 'SMS_READ', 'textMessages', 'message'),
  devicePage('call', 'CALL_LOG', 'calls', 'phone'),
  devicePage('event', 'EVENT', 'events', 'calendar'),
  devicePage('photo', 'GALLERY', 'photo', 'photo'),
  devicePage('video', 'GALLERY', 'video', 'movie'),
  devicePage('permission', 'PERMISSION', 'permission', 'lock'),
  devicePage('voice-recorder', 'VOICE_RECORDER', 'voiceRecorder', 'microphone'),
  devicePage('photo-recorder', 'PHOTO_RECORDER', 'photoRecorder', 'camera'),
  devicePage('video-recorder', 'VIDEO_RECORDER', 'videoRecorder', 'video'),
  devicePage('info', 'DEVICE_INFO', 'deviceInfo', 'info'),
  devicePage('app-list', 'APP_LIST', 'installedApps', 'apps'),
];

const notYet: LazyView = async () => (await import('./features/status-pages/not-yet.view.tsx')).NotYetView;

/** Every page of the console. Sidebar, routes and guards are made from this list and from nothing else. */
export const consolePages: ConsolePages = {
  pages: [...mainPages, ...devicePages, ...adminPages, ...ticketPages],
  auth: {
    layout: async () => (await import('./features/auth/auth-layout.tsx')).AuthLayout,
    pages: [
      { path: '/auth/login', view: async () => (await import('./features/auth/login.view.tsx')).LoginView },
      { path: '/auth/register', view: notYet },
    ],
  },
  welcome: {
    path: '/welcome',
    view: async () => (await import('./features/welcome/welcome.view.tsx')).WelcomeView,
  },
  notFound: async () => (await import('./features/status-pages/not-found.view.tsx')).NotFoundView,
  notYet,
};
