import type { Vault } from '../../core/vault.ts';

/** What authenticators call an account by. It tells nobody which one it is. */
export function userHandle(vault: Vault, userId: number): Buffer {
  return vault.mac('passkey user', String(userId));
}
