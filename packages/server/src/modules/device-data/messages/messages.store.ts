import { messages } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';
import { sql } from 'kysely';

/** The row table of messages. The triggers `messages_added`, `messages_changed` and `messages_removed` maintain `message_threads`. */
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

/** The text of a message `m` with codes masked. The expression equals that of the index `messages_body`, or the index is not used. */
export const maskedBody = sql`coalesce(m.masked_body, m.body)`;
