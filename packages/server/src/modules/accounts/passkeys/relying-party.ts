import { isIP } from 'node:net';
import { AppError } from '../../../core/app-error.ts';
import type { Vault } from '../../../core/vault.ts';
import { describeError } from '../../../core/describe-error.ts';
import type { Services } from '../../../shared/services/services.ts';

/** The WebAuthn relying party: the page's origin, and its host name, to which a passkey is bound. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The relying party of an origin. Throws for an IP address, for which browsers create no passkeys. */
export function relyingParty({ origin }: { origin: string }): RelyingParty {
  const host = URL.parse(origin)?.hostname ?? '';
  if (host === '' || isIP(host.replaceAll(/[[\]]/g, '')) !== 0) throw new AppError('passkeys_need_name', { host });
  return { id: host, origin };
}

/** The WebAuthn user handle of an account: a keyed hash, so that it does not reveal the account. */
export function userHandle(vault: Vault, userId: number): Buffer {
  return vault.mac('passkey user', String(userId));
}

/** Throws the same error for every failure, which tells an attacker nothing. The log has the reason, often an unexpected origin. */
export function refusePasskey({ log }: Pick<Services, 'log'>): (error: unknown) => never {
  return (error) => {
    log.info({ event: 'passkey.refused', reason: describeError(error) }, 'Refused a passkey');
    throw new AppError('passkey_refused');
  };
}
