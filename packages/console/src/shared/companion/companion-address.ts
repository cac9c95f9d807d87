import { companionPath, joinLink, loadInstallation, termuxFileName } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { apiBaseUrl } from '../../core/api/environments.ts';
import { query } from '../../core/api/query.ts';

/** The absolute address of the server, without a slash at the end. */
export function serverOrigin(): string {
  return apiBaseUrl === '' ? location.origin : apiBaseUrl;
}

/** The addresses of the companion, the page that a person opens on their phone. */
export interface CompanionAddresses {
  /** The origin that serves the companion, without a path. */
  origin: string;
  /** The page on which a person types a passcode. */
  start: string;
  /** The link with which a person joins by this passcode. */
  join: (passcode: string) => string;
}

/** Loads the addresses of the companion; null until they are loaded. */
export function useCompanion(): CompanionAddresses | null {
  const installation = useQuery(query(loadInstallation, {})).data?.data;
  if (installation === undefined) return null;
  const origin = installation.companionOrigin ?? serverOrigin();
  return { origin, start: `${origin}${companionPath}`, join: (passcode) => joinLink(origin, passcode) };
}

/** The line that joins in Termux. In quotes, because a shell reads a `#` as the beginning of a comment where a word begins. */
export function termuxJoinLine(link: string): string {
  return `node ${termuxFileName} join '${link}'`;
}

/**
 * Why an address does not work on a phone: it is a loopback address, or it is plain http, over which browsers share neither camera
 * nor location. Null when it works.
 */
export function addressProblem(address: string): 'local' | 'insecure' | null {
  const { protocol, hostname } = new URL(address);
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'local';
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname)) return 'local';
  return protocol === 'https:' ? null : 'insecure';
}
