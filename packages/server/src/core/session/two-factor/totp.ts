import { createHmac } from 'node:crypto';
import { limits } from '@fairwatch/contract';

const { digits, stepSeconds, driftSteps } = limits.twoFactor;

/** Which step of the clock a moment is in. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / stepSeconds);
}

/** The code of one step (RFC 6238, with SHA-1 as every authenticator app expects). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step a code belongs to, among those around now; null when it belongs to none. Clocks of phones drift a little. */
export function findStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const current = stepAt(nowMs);
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
