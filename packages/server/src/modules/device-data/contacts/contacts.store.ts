import { contacts } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';

export const contactsTable = rowTable(contacts, {
  name: 'text',
  phoneNumber: 'text',
  email: 'text',
  address: 'text',
});
