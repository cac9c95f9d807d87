import { randomBytes } from 'node:crypto';

const addressBytes = 24;
const addressPattern = /^[\w-]{32}$/;

/** The last part of an address that cannot be guessed, and so stands for the right to fetch what is there. */
export function makeAddress(): string {
  return randomBytes(addressBytes).toString('base64url');
}

/** Whether a text can be such a part at all. Whatever else a URL holds, the database is not asked for. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}
