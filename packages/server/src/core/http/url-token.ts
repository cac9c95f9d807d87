import { randomBytes } from 'node:crypto';

const tokenBytes = 24;
const tokenPattern = /^[\w-]{32}$/;

/** Creates a random URL segment that cannot be guessed. Knowing the URL is the permission to fetch it (a capability URL). */
export function createUrlToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** True when a URL segment has the form of a token, so that the database is not queried for anything else. */
export function isUrlToken(text: string): boolean {
  return tokenPattern.test(text);
}
