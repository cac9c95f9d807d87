import { contacts } from '@fairwatch/contract';
import type { RowOf } from '@fairwatch/device/core';
import { clip } from '../../core/files/clip.ts';
import { hashKey } from '../../core/files/hash-key.ts';
import type { NewItem } from '../../core/trays/tray-store.ts';

export type ContactRecord = Omit<RowOf<'contacts'>, 'key'>;

/** How many contacts a person can share. */
export const contactsAtMost = 10_000;

/** A contact as an Update sends it, each text cut to what the server takes. */
export function contactRecord(found: Partial<ContactRecord>): ContactRecord {
  return {
    name: clip(found.name ?? '', 200),
    phoneNumber: clip(found.phoneNumber ?? '', 60),
    email: clip(found.email ?? '', 254),
    address: clip(found.address ?? '', 500),
  };
}

/** The same name, number and email are the same contact, wherever it was picked and however its number is spaced. */
export function contactItem(record: ContactRecord): NewItem {
  const number = record.phoneNumber.replaceAll(/[^\d+*#]/g, '');
  return { key: hashKey(record.name.toLowerCase(), number, record.email.toLowerCase()), record };
}

/** A contact that says nothing about anybody is not worth sending. */
export function isEmptyContact({ name, phoneNumber, email }: ContactRecord): boolean {
  return name === '' && phoneNumber === '' && email === '';
}

export function readContact(record: Record<string, unknown>): ContactRecord | null {
  const { success, data } = contacts.record.safeParse(record);
  return success ? data : null;
}
