import { serverOrigin } from '../../../shared/companion/companion-address.ts';

/** Returns the absolute URL of a path on this server, which also works on other machines. */
export function fullAddress(path: string): string {
  return `${serverOrigin()}${path}`;
}
