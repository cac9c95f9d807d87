import type { CommandType } from './shared/command.ts';
import type { DeviceFeature } from './shared/device-feature.ts';
import { appPermissions } from './areas/device-data/app-permissions.ts';
import { apps } from './areas/device-data/apps.ts';
import { calendarEvents } from './areas/device-data/calendar-events.ts';
import { callLogs } from './areas/device-data/call-logs.ts';
import { contacts } from './areas/device-data/contacts.ts';
import { deviceInfo } from './areas/device-data/device-info.ts';
import { files } from './areas/files/files.ts';
import { gallery } from './areas/device-data/gallery.ts';
import { locations } from './areas/places/locations.ts';
import { messages } from './areas/device-data/messages.ts';

/** Every kind of device data. Each package has one entry per id in its own registry. */
export const deviceFeatures = {
  contacts,
  'call-logs': callLogs,
  'calendar-events': calendarEvents,
  apps,
  'app-permissions': appPermissions,
  'device-info': deviceInfo,
  locations,
  gallery,
  files,
  messages,
} as const satisfies Record<string, DeviceFeature>;
export type DeviceFeatureId = keyof typeof deviceFeatures;

/** The device feature that a command updates; undefined for other commands. */
export function featureOfCommand(commandType: CommandType) {
  return Object.values(deviceFeatures).find(({ command }) => command === commandType);
}
