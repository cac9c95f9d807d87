import { z } from 'zod/mini';
import { deviceFeature } from '../../shared/device-feature.ts';

/** The address book of a device. */
export const contacts = deviceFeature({
  id: 'contacts',
  permission: 'CONTACTS',
  capability: 'CONTACTS',
  paths: { list: 'contact/all', update: 'contact/command/update', history: 'contact/command/all' },
  command: 'UPDATE_CONTACTS',
  noun: 'contacts',
  record: z.object({ name: z.string(), phoneNumber: z.string(), email: z.string(), address: z.string() }),
  searchIn: ['name', 'phoneNumber', 'email'],
  sortBy: ['name', 'phoneNumber', 'email'],
});
