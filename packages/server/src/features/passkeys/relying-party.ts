import { isIP } from 'node:net';
import { AppError } from '../../core/app-error.ts';

/** Whom a passkey speaks to: the page's origin, and the name of its host, which the passkey is made for. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers keep passkeys for names, not for numbers. */
export function relyingParty({ origin }: { origin: string }): RelyingParty {
  const host = URL.parse(origin)?.hostname ?? '';
  if (host === '' || isIP(host.replaceAll(/[[\]]/g, '')) !== 0) throw new AppError('passkeys_need_name', { host });
  return { id: host, origin };
}
