import { messages } from '@fairwatch/contract';
import { sql } from 'kysely';
import { rowTable, type RowTable } from '../../core/devices/row-table.ts';

const table = rowTable(messages, {
  address: 'text',
  name: 'text',
  body: 'text',
  date: 'timestamptz',
  direction: 'text',
  read: 'boolean',
});

/** The database itself keeps the counts of threads; when everything goes, nothing may be left of them either. */
export const messagesTable: RowTable = {
  ...table,
  async deleteRows(db, deviceId) {
    await table.deleteRows(db, deviceId);
    await sql`delete from message_thread_counts where device_id = ${deviceId}`.execute(db);
  },
};
