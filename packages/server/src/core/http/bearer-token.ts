import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Creates a random token. Only its hash is stored; the token is sent to its owner once. */
export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The hash by which a token is stored; null for a text that cannot be a token. */
export function hashToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? hashOf(token) : null;
}

/** SHA-256 suffices: a random token cannot be guessed, so a slow password hash brings nothing. */
function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The bearer token of an Authorization header; null when there is none. Tokens in URLs or cookies are not accepted. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}
