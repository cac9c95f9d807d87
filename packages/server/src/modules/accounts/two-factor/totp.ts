import { createHmac } from 'node:crypto';
import { limits } from '@fairwatch/contract';

const { digits, stepSeconds, driftSteps } = limits.twoFactor;

/** Returns the number of the TOTP time step that a moment (Unix time in ms) is in. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / stepSeconds);
}

/** Computes the code of one time step (RFC 6238, with SHA-1 because authenticator apps support no other hash reliably). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Finds the time step of a code among those around now, because the clocks of phones drift; null when it belongs to none. */
export function findStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const current = stepAt(nowMs);
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base 32 (RFC 4648 without padding), the form in which authenticator apps accept a secret. */
export function encodeBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
