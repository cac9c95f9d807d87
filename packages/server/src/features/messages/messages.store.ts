import { messages } from '@fairwatch/contract';
import { sql } from 'kysely';
import { rowTable } from '../../core/devices/rows/row-table.ts';

/** The database itself keeps the threads, as messages come and go. */
export const messagesTable = rowTable(
  messages,
  {
    address: 'text',
    name: 'text',
    body: 'text',
    date: 'timestamptz',
    direction: 'text',
    read: 'boolean',
  },
  { masked: { body: 'masked_body' } },
);

/** The text of a message `m` with its codes masked; written as in the index of what is searched. */
export const maskedBody = sql`coalesce(m.masked_body, m.body)`;
