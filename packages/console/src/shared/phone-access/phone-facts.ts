import type { CertificateKind, PhoneAccess, PhoneReach } from '@fairwatch/contract';
import { addressProblem } from '../companion/companion-address.ts';

/** What is known about the way of a phone to the server, before one has tried it. */
export interface PhoneFacts {
  /** The origin with which links and QR codes begin. */
  address: string;
  /** The owner set it; else it is the one under which this console is open. */
  isSet: boolean;
  reach: PhoneReach;
  certificate: CertificateKind;
  expiresAt: string | null;
  /** The certificate is for another name. */
  isOfOtherName: boolean;
}

/** How far a phone gets: not at all, with a warning, without camera and location, once it trusts our CA, or all the way. */
export type Verdict = 'local' | 'untrusted' | 'insecure' | 'trustOnce' | 'ready';

/** Where the phones are. */
export const situations = ['public', 'home', 'computer'] as const;
export type Situation = (typeof situations)[number];

/** The most likely reasons why no phone came. */
export type Hint = 'local' | 'name' | 'proxy' | 'network' | 'firewall' | 'trust' | 'warning';

/** Joins what the server knows with the address of the page: a proxy may stand in front of a server that was not told so. */
export function factsOf({ origin, reach, certificate }: PhoneAccess, pageOrigin: string): PhoneFacts {
  const address = origin ?? pageOrigin;
  const isForOthers = addressProblem(address) !== 'local';
  const isProxied = certificate.kind === 'NONE' && address.startsWith('https:');
  return {
    address,
    isSet: origin !== null,
    reach: reach === 'THIS_COMPUTER' && isForOthers ? 'PROXY' : reach,
    certificate: isProxied ? 'PROXY' : certificate.kind,
    expiresAt: certificate.expiresAt,
    isOfOtherName: certificate.coversOrigin === false,
  };
}

export function verdictOf({ address, reach, certificate, isOfOtherName }: PhoneFacts): Verdict {
  const problem = addressProblem(address);
  if (problem === 'local' || reach === 'THIS_COMPUTER') return 'local';
  if (problem === 'insecure') return 'insecure';
  if (isOfOtherName || certificate === 'OTHER') return 'untrusted';
  return certificate === 'LOCAL_CA' ? 'trustOnce' : 'ready';
}

/** Which of the three cases is closest to what is set up; a phone at home for who has set up nothing. */
export function situationOf({ address, reach }: PhoneFacts): Situation {
  if (addressProblem(address) === 'local' || reach === 'THIS_COMPUTER') return 'home';
  return isPrivateHost(new URL(address).hostname) ? 'home' : 'public';
}

/** Why no phone came, the likeliest first. */
export function hintsOf(facts: PhoneFacts): Hint[] {
  const { address, reach, certificate, isOfOtherName } = facts;
  if (verdictOf(facts) === 'local') return ['local'];
  const isPrivate = isPrivateHost(new URL(address).hostname);
  return [
    ...(isPrivate ? (['network'] as const) : (['name'] as const)),
    ...(reach === 'PROXY' ? (['proxy'] as const) : (['firewall'] as const)),
    ...(certificate === 'LOCAL_CA' ? (['trust'] as const) : []),
    ...(isOfOtherName || certificate === 'OTHER' || certificate === 'PROXY' ? (['warning'] as const) : []),
  ];
}

/** True for a name or address that only a home or office network knows. */
export function isPrivateHost(hostname: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname))
    return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(hostname);
  if (hostname.startsWith('[')) return /^\[f[cd]/i.test(hostname);
  return !hostname.includes('.') || /\.(?:local|lan|home|home\.arpa|internal|test)$/.test(hostname);
}
