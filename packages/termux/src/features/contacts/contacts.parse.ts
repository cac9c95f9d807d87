import { limits } from '@fairwatch/contract';
import { hashKey, type RowOf } from '@fairwatch/device/core';
import { isFields, readList, readText } from '../../core/parse/fields.ts';
import { uniqueKeys } from '../../core/parse/keys.ts';

/**
 * Parses what `termux-contact-list` prints: name and number of each contact that has a number, without an id. The key is a hash of
 * both, so that a contact keeps it from one Update to the next.
 */
export function parseContacts(json: unknown): RowOf<'contacts'>[] {
  const unique = uniqueKeys();
  return readList('termux-contact-list', json)
    .flatMap((printed) => {
      if (!isFields(printed)) return [];
      const name = readText(printed.name, 200);
      const phoneNumber = readText(printed.number, 60);
      if (name === '' && phoneNumber === '') return [];
      const key = unique(hashKey(name, phoneNumber.replaceAll(/[\s()-]/g, '')));
      return [{ key, name, phoneNumber, email: '', address: '' }];
    })
    .slice(0, limits.device.rowsPerCommand);
}
