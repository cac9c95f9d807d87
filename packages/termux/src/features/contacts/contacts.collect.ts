import type { Collect } from '@fairwatch/device/core';
import type { Termux } from '../../core/termux/termux.ts';
import { parseContacts } from './contacts.parse.ts';

/** An address book of thousands takes a slow phone some seconds. */
const withinMs = 60_000;

/** Reads the address book: one number of each contact, which is all that Termux:API tells. */
export function collectContacts(termux: Termux): Collect<'contacts'> {
  return async (work) => {
    return parseContacts(await termux.readJson('termux-contact-list', [], { withinMs, signal: work?.signal }));
  };
}
