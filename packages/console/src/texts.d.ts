import type access from './core/access/access.texts.json';
import type audit from './core/audit/audit.texts.json';
import type captures from './core/captures/captures.texts.json';
import type companion from './core/companion/companion.texts.json';
import type components from './core/components/components.texts.json';
import type conversation from './core/conversation/conversation.texts.json';
import type askConsent from './core/device-feature/consent/ask-consent.texts.json';
import type deviceFeature from './core/device-feature/device-feature.texts.json';
import type getStarted from './core/get-started/get-started.texts.json';
import type start from './core/i18n/en.json';
import type notificationKinds from './core/notification-kinds/notification-kinds.texts.json';
import type createPasscodes from './core/passcodes/create-passcodes.texts.json';
import type join from './core/passcodes/join.texts.json';
import type pictures from './core/pictures/pictures.texts.json';
import type reason from './core/reasons/reasons.texts.json';
import type savedViews from './core/saved-views/saved-views.texts.json';
import type nav from './core/shell/texts/nav.texts.json';
import type palette from './core/shell/palette/palette.texts.json';
import type shell from './core/shell/texts/shell.texts.json';
import type signInAlerts from './core/sign-in-alerts/sign-in-alerts.texts.json';
import type passkeys from './core/sign-in/passkeys.texts.json';
import type account from './features/account/account.texts.json';
import type admins from './features/admins/admins.texts.json';
import type appDownload from './features/app-download/app-download.texts.json';
import type appPermissions from './features/app-permissions/app-permissions.texts.json';
import type approvals from './features/approvals/approvals.texts.json';
import type apps from './features/apps/apps.texts.json';
import type forgotPassword from './features/auth/forgot-password.texts.json';
import type register from './features/auth/register.texts.json';
import type calendarEvents from './features/calendar-events/calendar-events.texts.json';
import type callLogs from './features/call-logs/call-logs.texts.json';
import type contacts from './features/contacts/contacts.texts.json';
import type dashboard from './features/dashboard/dashboard.texts.json';
import type deviceInfo from './features/device-info/device-info.texts.json';
import type devices from './features/devices/devices.texts.json';
import type files from './features/files/files.texts.json';
import type gallery from './features/gallery/gallery.texts.json';
import type locations from './features/locations/locations.texts.json';
import type locationTrack from './features/locations/track/track.texts.json';
import type messages from './features/messages/messages.texts.json';
import type notifications from './features/notifications/notifications.texts.json';
import type archive from './features/overview/archive/archive-dialog.texts.json';
import type overview from './features/overview/overview.texts.json';
import type passcodes from './features/passcodes/passcodes.texts.json';
import type pushNotifications from './features/push-notifications/push-notifications.texts.json';
import type reasons from './features/reasons/reasons.texts.json';
import type defaultHours from './features/retention/default-hours.texts.json';
import type retention from './features/retention/retention.texts.json';
import type webPush from './features/retention/web-push.texts.json';
import type statusPages from './features/status-pages/status-pages.texts.json';
import type tickets from './features/tickets/tickets.texts.json';
import type users from './features/users/users.texts.json';
import type welcome from './features/welcome/welcome.texts.json';

/**
 * The texts of each namespace. They are registered by `addTexts`, which takes no other texts for a namespace than those listed here, and `t`
 * takes no other keys than theirs.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
  }
  interface ResourceNamespaceMap
    extends Pick<typeof start, 'common' | 'auth'>, Pick<typeof gallery, 'photos' | 'videos' | 'gallery'> {
    access: typeof access;
    account: typeof account;
    admins: typeof admins;
    'app-download': typeof appDownload;
    'app-permissions': typeof appPermissions;
    approvals: typeof approvals;
    apps: typeof apps;
    archive: typeof archive;
    'ask-consent': typeof askConsent;
    audit: typeof audit;
    'calendar-events': typeof calendarEvents;
    'call-logs': typeof callLogs;
    captures: typeof captures;
    companion: typeof companion;
    components: typeof components;
    contacts: typeof contacts;
    conversation: typeof conversation;
    'create-passcodes': typeof createPasscodes;
    dashboard: typeof dashboard;
    'default-hours': typeof defaultHours;
    'device-feature': typeof deviceFeature;
    'device-info': typeof deviceInfo;
    devices: typeof devices;
    files: typeof files;
    forgotPassword: typeof forgotPassword;
    getStarted: typeof getStarted;
    join: typeof join;
    'location-track': typeof locationTrack;
    locations: typeof locations;
    messages: typeof messages;
    nav: typeof nav;
    'notification-kinds': typeof notificationKinds;
    notifications: typeof notifications;
    overview: typeof overview;
    palette: typeof palette;
    passcodes: typeof passcodes;
    passkeys: typeof passkeys;
    pictures: typeof pictures;
    'push-notifications': typeof pushNotifications;
    reason: typeof reason;
    reasons: typeof reasons;
    register: typeof register;
    retention: typeof retention;
    savedViews: typeof savedViews;
    shell: typeof shell;
    signInAlerts: typeof signInAlerts;
    'status-pages': typeof statusPages;
    tickets: typeof tickets;
    users: typeof users;
    'web-push': typeof webPush;
    welcome: typeof welcome;
  }
}
