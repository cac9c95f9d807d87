import type { CommandType } from './domain/command.ts';
import type { DeviceFeature } from './domain/device-feature.ts';
import { appPermissions } from './features/device-data/app-permissions.ts';
import { apps } from './features/device-data/apps.ts';
import { calendarEvents } from './features/device-data/calendar-events.ts';
import { callLogs } from './features/device-data/call-logs.ts';
import { contacts } from './features/device-data/contacts.ts';
import { deviceInfo } from './features/device-data/device-info.ts';
import { files } from './features/device-data/files.ts';
import { gallery } from './features/device-data/gallery.ts';
import { locations } from './features/device-data/locations.ts';
import { messages } from './features/device-data/messages.ts';

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
