import { apiBaseUrl } from '../../core/api/environments.ts';

/** An address of the server as any other machine can use it. */
export function fullAddress(path: string): string {
  return `${apiBaseUrl === '' ? location.origin : apiBaseUrl}${path}`;
}
