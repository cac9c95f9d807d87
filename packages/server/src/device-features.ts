import type { DeviceFeatureId } from '@fairwatch/contract';
import { updateAnswer, type CommandAnswer } from './core/devices/command-answer.ts';
import type { RowTable } from './core/devices/row-table.ts';
import { captureAnswers } from './features/captures/captures.store.ts';
import { contactsTable } from './features/contacts/contacts.store.ts';
import { galleryTable, mediaAnswer } from './features/gallery/gallery.store.ts';

/** Where each device feature keeps its rows. */
const tables = {
  contacts: contactsTable,
  gallery: galleryTable,
} satisfies Record<DeviceFeatureId, RowTable>;

export const deviceTables: readonly RowTable[] = Object.values(tables);

/** What becomes of each command's answer. */
export const commandAnswers: readonly CommandAnswer[] = [
  ...deviceTables.map(updateAnswer),
  mediaAnswer,
  ...captureAnswers,
];
