import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import type { Vault } from '../../../core/vault.ts';

/** The length of the HMAC's hash, as RFC 4226 recommends. */
const secretBytes = 20;

/** Binds an encrypted secret to its account: copied to another account it cannot be decrypted. */
const purposeOf = (userId: number) => `two-factor ${userId}`;

export function makeSecret(vault: Vault, userId: number): { secret: Buffer; sealed: Buffer } {
  const secret = randomBytes(secretBytes);
  return { secret, sealed: vault.seal(purposeOf(userId), secret) };
}

export function openSecret(vault: Vault, userId: number, sealed: Buffer): Buffer {
  return vault.open(purposeOf(userId), sealed);
}

/** Leaves out letters and digits that look alike, because people copy the codes to paper. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryLength = 10;

/** Generates recovery codes, which are shown once, and their hashes, which are stored. */
export function makeRecoveryCodes(vault: Vault, userId: number): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, makeRecoveryCode);
  return {
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: codes.map((code) => hashRecoveryCode(vault, userId, code)),
  };
}

/** Hashes a recovery code, given without its dash, with a key of the server and the account. */
export function hashRecoveryCode(vault: Vault, userId: number, code: string): Buffer {
  return vault.mac(`recovery ${userId}`, code.toLowerCase());
}

function makeRecoveryCode(): string {
  return Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
}
