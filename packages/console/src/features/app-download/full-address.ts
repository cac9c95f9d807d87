import { serverOrigin } from '../../core/companion/companion-address.ts';

/** An address of the server as any other machine can use it. */
export function fullAddress(path: string): string {
  return `${serverOrigin()}${path}`;
}
