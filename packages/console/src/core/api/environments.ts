import { pageFactNames } from '@fairwatch/contract';
import { pageValue } from '../page-facts/page-facts.ts';

/** The server of each environment. Without one it is the host that serves this page. */
const baseUrls = {
  local: () => import.meta.env.VITE_API_URL_LOCAL,
  developer: () => import.meta.env.VITE_API_URL_DEVELOPER,
  demo: () => import.meta.env.VITE_API_URL_DEMO,
};
type Environment = keyof typeof baseUrls;

function isEnvironment(name: string): name is Environment {
  return Object.hasOwn(baseUrls, name);
}

/** An unknown name falls back to the default, so that a typo cannot leave the console without a server. */
export function environmentOf(name: string | undefined): Environment {
  return name !== undefined && isEnvironment(name) ? name : 'developer';
}

export const environment = environmentOf(import.meta.env.VITE_ENVIRONMENT);

/** The server's address without a slash at the end; a contract path follows. */
export function baseUrlOf(name: Environment): string {
  return (baseUrls[name]() ?? '').replace(/\/$/, '');
}

/** A server that index.html names comes first, so that one build serves any host. */
export const apiBaseUrl = pageValue(pageFactNames.apiUrl).replace(/\/$/, '') || baseUrlOf(environment);

/** The server's address for WebSockets, without a slash at the end. */
export function socketBaseUrl(): string {
  return (apiBaseUrl === '' ? location.origin : apiBaseUrl).replace(/^http/, 'ws');
}
