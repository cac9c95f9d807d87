import { companionPath, joinLink } from '@fairwatch/contract';
import { apiBaseUrl } from '../api/environments.ts';
import { useInstallation } from '../shell/use-installation.ts';

/** The server's address as any other machine can use it, without a slash at the end. */
export function serverOrigin(): string {
  return apiBaseUrl === '' ? location.origin : apiBaseUrl;
}

/** The addresses of the companion, the page that a person opens on their phone. */
export interface CompanionAddresses {
  /** The origin that serves the companion, without a path. */
  origin: string;
  /** Where a person types a passcode themselves. */
  start: string;
  /** Where a person joins with this passcode. */
  join: (passcode: string) => string;
}

/** Null until the server has said where the companion is. */
export function useCompanion(): CompanionAddresses | null {
  const installation = useInstallation();
  if (installation === undefined) return null;
  const origin = installation.companionOrigin ?? serverOrigin();
  return { origin, start: `${origin}${companionPath}`, join: (passcode) => joinLink(origin, passcode) };
}

/**
 * Why a phone gets nowhere with an address: it means the computer that it is opened on, or it is plain http, over which
 * browsers share neither camera nor location. Null when there is nothing wrong with it.
 */
export function addressProblem(address: string): 'local' | 'insecure' | null {
  const { protocol, hostname } = new URL(address);
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'local';
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname)) return 'local';
  return protocol === 'https:' ? null : 'insecure';
}
