import type { DeviceFeatureId } from '@fairwatch/contract';
import type { FileNames } from './modules/files/content/content.routes.ts';
import { updateAnswer, type CommandAnswer } from './modules/commands/answers/command-answer.ts';
import { rowActivity, type ActivitySource } from './shared/device-rows/recent-activity.ts';
import type { RowTable } from './shared/device-rows/row-table.ts';
import { liveLocationAnswer } from './modules/places/live-location/live-sessions.store.ts';
import { appPermissionsTable } from './modules/device-data/app-permissions/app-permissions.store.ts';
import { appsTable, nameAppIcon } from './modules/device-data/apps/apps.store.ts';
import { calendarEventsTable } from './modules/device-data/calendar-events/calendar-events.store.ts';
import { callLogsTable } from './modules/device-data/call-logs/call-logs.store.ts';
import { captureAnswers, nameCapture } from './modules/device-data/captures/captures.store.ts';
import { contactsTable } from './modules/device-data/contacts/contacts.store.ts';
import { deviceInfoTable } from './modules/device-data/device-info/device-info.store.ts';
import { fileAnswers, filesTable } from './modules/files/file-manager/files.store.ts';
import { nameStoredFile } from './modules/files/content/stored-files.store.ts';
import { liveViewAnswer } from './modules/device-data/live-view/live-views.store.ts';
import { galleryTable, mediaAnswer, nameMedia } from './modules/device-data/gallery/gallery.store.ts';
import { locationsTable } from './modules/places/locations/locations.store.ts';
import { messagesTable } from './modules/device-data/messages/messages.store.ts';

/** The row table of each device feature. */
const tables = {
  contacts: contactsTable,
  'call-logs': callLogsTable,
  'calendar-events': calendarEventsTable,
  apps: appsTable,
  'app-permissions': appPermissionsTable,
  'device-info': deviceInfoTable,
  locations: locationsTable,
  gallery: galleryTable,
  files: filesTable,
  messages: messagesTable,
} satisfies Record<DeviceFeatureId, RowTable>;

export const deviceTables: readonly RowTable[] = Object.values(tables);

/** The features whose latest rows the overview of a device shows, in this order. */
export const activitySources: readonly ActivitySource[] = [
  rowActivity(tables['call-logs'], { headline: ['name', 'phone_number'], at: 'date' }),
  rowActivity(tables.contacts, { headline: ['name', 'phone_number', 'email'], detail: 'phone_number' }),
  rowActivity(tables.files, { headline: ['name'], detail: 'parent', at: 'modified_at' }),
  rowActivity(tables['calendar-events'], { headline: ['title', 'location'], at: 'start_date' }),
];

/** Finds the log's name of a file, by the capability under which it was received. */
export const fileNames: FileNames = {
  GALLERY: nameMedia,
  FILES: nameStoredFile,
  APPS: nameAppIcon,
  CAMERA: nameCapture,
  MICROPHONE: nameCapture,
  CALL_RECORDING: nameCapture,
};

/** The handlers that store the answers of devices, by command. */
export const commandAnswers: readonly CommandAnswer[] = [
  ...deviceTables.map(updateAnswer),
  mediaAnswer,
  ...fileAnswers,
  ...captureAnswers,
  liveLocationAnswer,
  liveViewAnswer,
];
