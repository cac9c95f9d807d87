import type { DeviceFeatureId } from '@fairwatch/contract';
import type { LazyView } from './core/router/page.ts';

/** The page of each declared device feature; the compiler reports a missing one. */
export const deviceFeatureViews = {
  contacts: async () => (await import('./areas/device-data/contacts/contacts.view.tsx')).ContactsView,
  'call-logs': async () => (await import('./areas/device-data/call-logs/call-logs.view.tsx')).CallLogsView,
  'calendar-events': async () =>
    (await import('./areas/device-data/calendar-events/calendar-events.view.tsx')).CalendarEventsView,
  apps: async () => (await import('./areas/device-data/apps/apps.view.tsx')).AppsView,
  'app-permissions': async () =>
    (await import('./areas/device-data/app-permissions/app-permissions.view.tsx')).AppPermissionsView,
  'device-info': async () => (await import('./areas/device-data/device-info/device-info.view.tsx')).DeviceInfoView,
  locations: async () => (await import('./areas/places/locations/locations.view.tsx')).LocationsView,
  files: async () => (await import('./areas/files/file-manager/files.view.tsx')).FilesView,
  gallery: async () => (await import('./areas/device-data/gallery/gallery.view.tsx')).PhotosView,
  messages: async () => (await import('./areas/device-data/messages/messages.view.tsx')).MessagesView,
} satisfies Record<DeviceFeatureId, LazyView>;

/** The second page of the gallery; the first one shows photos. */
export const videosView: LazyView = async () =>
  (await import('./areas/device-data/gallery/gallery.view.tsx')).VideosView;

/** Captures are made on request instead of collected, so their pages belong to no device feature. */
export const recorderViews = {
  photo: async () => (await import('./areas/device-data/captures/captures.view.tsx')).PhotoRecorderView,
  video: async () => (await import('./areas/device-data/captures/captures.view.tsx')).VideoRecorderView,
  voice: async () => (await import('./areas/device-data/captures/captures.view.tsx')).VoiceRecorderView,
} satisfies Record<string, LazyView>;
