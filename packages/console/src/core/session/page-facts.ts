import { pageFactNames } from '@fairwatch/contract';
import { pageValue } from '../api/page-value.ts';

/** What a visitor can expect of this server before they are signed in. It is in the page, so nothing is asked for it. */
export function pageFacts(): { signUp: boolean; sendsMail: boolean } {
  return { signUp: pageValue(pageFactNames.signUp) !== 'off', sendsMail: pageValue(pageFactNames.mail) === 'sent' };
}
