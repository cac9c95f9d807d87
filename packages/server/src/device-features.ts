import type { DeviceFeatureId } from '@fairwatch/contract';
import type { FileNames } from './core/blobs/content.routes.ts';
import { updateAnswer, type CommandAnswer } from './core/devices/commands/command-answer.ts';
import { rowActivity, type ActivitySource } from './core/devices/rows/recent-activity.ts';
import type { RowTable } from './core/devices/rows/row-table.ts';
import { appPermissionsTable } from './features/app-permissions/app-permissions.store.ts';
import { appsTable, nameAppIcon } from './features/apps/apps.store.ts';
import { calendarEventsTable } from './features/calendar-events/calendar-events.store.ts';
import { callLogsTable } from './features/call-logs/call-logs.store.ts';
import { captureAnswers, nameCapture } from './features/captures/captures.store.ts';
import { contactsTable } from './features/contacts/contacts.store.ts';
import { deviceInfoTable } from './features/device-info/device-info.store.ts';
import { fileAnswers, filesTable } from './features/files/files.store.ts';
import { nameStoredFile } from './features/files/stored-files.store.ts';
import { galleryTable, mediaAnswer, nameMedia } from './features/gallery/gallery.store.ts';
import { locationsTable } from './features/locations/locations.store.ts';
import { messagesTable } from './features/messages/messages.store.ts';

/** Where each device feature keeps its rows. */
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

/** What the overview of a device shows the latest of, in its order. */
export const activitySources: readonly ActivitySource[] = [
  rowActivity(tables['call-logs'], { headline: ['name', 'phone_number'], at: 'date' }),
  rowActivity(tables.contacts, { headline: ['name', 'phone_number', 'email'], detail: 'phone_number' }),
  rowActivity(tables.files, { headline: ['name'], detail: 'parent', at: 'modified_at' }),
  rowActivity(tables['calendar-events'], { headline: ['title', 'location'], at: 'start_date' }),
];

/** What the files that came under each capability are called in the log. */
export const fileNames: FileNames = {
  GALLERY: nameMedia,
  FILES: nameStoredFile,
  APPS: nameAppIcon,
  CAMERA: nameCapture,
  MICROPHONE: nameCapture,
  CALL_RECORDING: nameCapture,
};

/** What becomes of each command's answer. */
export const commandAnswers: readonly CommandAnswer[] = [
  ...deviceTables.map(updateAnswer),
  mediaAnswer,
  ...fileAnswers,
  ...captureAnswers,
];
