import { messages } from '@fairwatch/contract';
import { rowTable } from '../../core/devices/rows/row-table.ts';

/** The database itself keeps the threads, as messages come and go. */
export const messagesTable = rowTable(messages, {
  address: 'text',
  name: 'text',
  body: 'text',
  date: 'timestamptz',
  direction: 'text',
  read: 'boolean',
});
