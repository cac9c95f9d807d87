import type { Vault } from '../../../core/vault.ts';

/** The WebAuthn user handle of an account: a keyed hash, so that it does not reveal the account. */
export function userHandle(vault: Vault, userId: number): Buffer {
  return vault.mac('passkey user', String(userId));
}
