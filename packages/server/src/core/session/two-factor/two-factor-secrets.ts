import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import type { Vault } from '../../vault.ts';

/** As long as the hash it goes into (RFC 4226). */
const secretBytes = 20;

/** Bound to the account: a secret copied to another one does not open. */
const purposeOf = (userId: number) => `two-factor ${userId}`;

export function makeSecret(vault: Vault, userId: number): { secret: Buffer; sealed: Buffer } {
  const secret = randomBytes(secretBytes);
  return { secret, sealed: vault.seal(purposeOf(userId), secret) };
}

export function openSecret(vault: Vault, userId: number, sealed: Buffer): Buffer {
  return vault.open(purposeOf(userId), sealed);
}

/** Without letters and digits that look alike: they are copied to paper. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryLength = 10;

/** New recovery codes, to be told once, and the hashes that are kept of them. */
export function makeRecoveryCodes(vault: Vault, userId: number): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, makeRecoveryCode);
  return {
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: codes.map((code) => recoveryHash(vault, userId, code)),
  };
}

/** `code` without its dash. */
export function recoveryHash(vault: Vault, userId: number, code: string): Buffer {
  return vault.mac(`recovery ${userId}`, code.toLowerCase());
}

function makeRecoveryCode(): string {
  return Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
}
