import type { IncomingMessage } from 'node:http';

/**
 * The origin that a caller's browser is at. The owner's word comes first; without it the browser's own, when it is at the
 * host that was called.
 */
export function callerOrigin({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { origin, host } = headers;
  const own = URL.parse(origin ?? '');
  return own !== null && own.host === host ? own.origin : (URL.parse(`http://${host}`)?.origin ?? '');
}
