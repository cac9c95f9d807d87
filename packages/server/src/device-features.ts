import type { DeviceFeatureId } from '@fairwatch/contract';
import { updateAnswer, type CommandAnswer } from './core/devices/command-answer.ts';
import type { RowTable } from './core/devices/row-table.ts';
import { contactsTable } from './features/contacts/contacts.store.ts';
import { messagesTable } from './features/messages/messages.store.ts';

/** Where each device feature keeps its rows. */
const tables = {
  contacts: contactsTable,
  messages: messagesTable,
} satisfies Record<DeviceFeatureId, RowTable>;

export const deviceTables: readonly RowTable[] = Object.values(tables);

/** What becomes of each command's answer. */
export const commandAnswers: readonly CommandAnswer[] = deviceTables.map(updateAnswer);
