import type { Collect } from '@fairwatch/device/core';
import type { Database } from '../../core/storage/database.ts';
import { readItems } from '../../core/shared-items/item-storage.ts';
import { readContact } from './contact-item.ts';

/** The contacts that the person picked. */
export function collectContacts(database: Database): Collect<'contacts'> {
  return async () => {
    const items = await readItems(database, 'contacts');
    return items.flatMap(({ key, record }) => {
      const contact = readContact(record);
      return contact === null ? [] : [{ key, ...contact }];
    });
  };
}
