import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A new token, to be told once, and what is stored of it. */
export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** What is stored of a token. Null for a text that cannot be one. */
export function hashToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? hashOf(token) : null;
}

/** A random token needs no slow hash. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token of an Authorization header; null when there is none. No other place is looked at. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}
