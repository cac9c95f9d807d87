import { pageFactNames } from '@fairwatch/contract';
import { pageValue } from './page-value.ts';

/** Where each environment's server is; left out, it is the host that serves this page. */
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

/** What the page itself names comes first, so that one build serves any host: whoever puts it elsewhere edits its index.html. */
export const apiBaseUrl = pageValue(pageFactNames.apiUrl).replace(/\/$/, '') || baseUrlOf(environment);

/** The same server for sockets. */
export function socketBaseUrl(): string {
  return (apiBaseUrl === '' ? location.origin : apiBaseUrl).replace(/^http/, 'ws');
}
