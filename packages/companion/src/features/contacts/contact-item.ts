import { contacts } from '@fairwatch/contract';
import { clip, hashKey, type RowOf } from '@fairwatch/device/core';
import type { NewItem } from '../../core/shared-items/item-storage.ts';

export type ContactRecord = Omit<RowOf<'contacts'>, 'key'>;

/** How many contacts a person can share. */
export const contactsAtMost = 10_000;

/** Converts a contact to a shared item, each text cut to the limit of the contract. */
export function contactRecord(found: Partial<ContactRecord>): ContactRecord {
  return {
    name: clip(found.name ?? '', 200),
    phoneNumber: clip(found.phoneNumber ?? '', 60),
    email: clip(found.email ?? '', 254),
    address: clip(found.address ?? '', 500),
  };
}

/** The key of a contact: name, number without spaces, and email. Contacts with the same key are one. */
export function contactItem(record: ContactRecord): NewItem {
  const number = record.phoneNumber.replaceAll(/[^\d+*#]/g, '');
  return { key: hashKey(record.name.toLowerCase(), number, record.email.toLowerCase()), record };
}

/** True for a contact without any data, which is not shared. */
export function isEmptyContact({ name, phoneNumber, email }: ContactRecord): boolean {
  return name === '' && phoneNumber === '' && email === '';
}

export function readContact(record: Record<string, unknown>): ContactRecord | null {
  const { success, data } = contacts.record.safeParse(record);
  return success ? data : null;
}
