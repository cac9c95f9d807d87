import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** What is stored of a token. Null for a text that cannot be one. A random token needs no slow hash. */
export function hashToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** The token of an Authorization header; null when there is none. No other place is looked at. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}
