import { isIP } from 'node:net';
import { AppError } from '../../../core/app-error.ts';

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
