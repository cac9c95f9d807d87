import type {
  commandCatalogue,
  ConsolePath,
  DeviceFeatureId,
  deviceFeatures,
  gallery,
  overview,
  pushNotifications,
} from '@fairwatch/contract';
import type { TextArea } from './core/i18n/load-texts.ts';
import type { LazyView, NavIconName, Page, PermissionOf } from './core/router/page.ts';
import { deviceFeatureViews, recorderViews, videosView } from './device-views.ts';

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
  area: TextArea,
  view: LazyView,
): Page {
  return { path: `/device/${name}/$deviceId`, permission, label, view, area, nav: { group: 'device', icon } };
}

/** The page of a device feature, with the permission that the feature declares. */
function featurePage<Id extends DeviceFeatureId>(
  id: Id,
  name: DevicePageName,
  permission: (typeof deviceFeatures)[Id]['permission'],
  label: Page['label'],
  icon: NavIconName,
  area: TextArea = 'device-data',
): Page {
  return devicePage(name, permission, label, icon, area, deviceFeatureViews[id]);
}

/** The pages about one device, in the order of the sidebar. */
export const devicePages: Page[] = [
  {
    ...devicePage(
      'overview',
      'OVERVIEW' satisfies PermissionOf<typeof overview>,
      'overview',
      'overview',
      'devices',
      async () => (await import('./areas/devices/overview/overview.view.tsx')).OverviewView,
    ),
    firstCalls: async () => (await import('./areas/devices/overview/overview.view.tsx')).startOverviewCalls,
  },
  devicePage(
    'trigger-notifications',
    'TRIGGER_NOTIFICATIONS' satisfies PermissionOf<typeof pushNotifications>,
    'triggerNotifications',
    'bell',
    'support',
    async () => (await import('./areas/support/push-notifications/push-notifications.view.tsx')).PushNotificationsView,
  ),
  featurePage('locations', 'location', 'LOCATION', 'location', 'map', 'places'),
  featurePage('files', 'file-manager', 'FILE_MANAGER', 'fileManager', 'folder', 'files'),
  featurePage('contacts', 'contact', 'CONTACTS', 'contacts', 'contacts'),
  featurePage('messages', 'sms_chat', 'SMS_READ', 'textMessages', 'message'),
  featurePage('call-logs', 'call', 'CALL_LOG', 'calls', 'phone'),
  featurePage('calendar-events', 'event', 'EVENT', 'events', 'calendar'),
  featurePage('gallery', 'photo', 'GALLERY', 'photo', 'photo'),
  devicePage(
    'video',
    'GALLERY' satisfies PermissionOf<typeof gallery.list>,
    'video',
    'movie',
    'device-data',
    videosView,
  ),
  featurePage('app-permissions', 'permission', 'PERMISSION', 'permission', 'lock'),
  devicePage(
    'voice-recorder',
    'VOICE_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_VOICE']['permission'],
    'voiceRecorder',
    'microphone',
    'device-data',
    recorderViews.voice,
  ),
  devicePage(
    'photo-recorder',
    'PHOTO_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_PHOTO']['permission'],
    'photoRecorder',
    'camera',
    'device-data',
    recorderViews.photo,
  ),
  devicePage(
    'video-recorder',
    'VIDEO_RECORDER' satisfies (typeof commandCatalogue)['CAPTURE_VIDEO']['permission'],
    'videoRecorder',
    'video',
    'device-data',
    recorderViews.video,
  ),
  featurePage('device-info', 'info', 'DEVICE_INFO', 'deviceInfo', 'info'),
  featurePage('apps', 'app-list', 'APP_LIST', 'installedApps', 'apps'),
];
