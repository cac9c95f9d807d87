import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { isLoopback } from './caller-address.ts';

/** What a request says about where it comes from. */
export interface Caller {
  headers: IncomingHttpHeaders & { ':authority'?: string };
  socket: Partial<Pick<Socket, 'remoteAddress'>> & { encrypted?: boolean };
}

/** The host that was called, with its port. Only a proxy on this machine may say under which name it was called. */
export function callerHost({ headers, socket }: Caller): string {
  const forwarded = headers['x-forwarded-host'];
  if (typeof forwarded === 'string' && isLoopback(socket.remoteAddress ?? '')) {
    return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  }
  return headers.host ?? headers[':authority'] ?? '';
}

/**
 * The origin that a caller's browser is at: one of the owner's consoles elsewhere, or else the server's address. That is the
 * owner's word; without it the browser's own, when it is at the host that was called.
 */
export function callerOrigin(
  caller: Caller,
  { publicUrl, consoleOrigins }: Pick<Config, 'publicUrl' | 'consoleOrigins'>,
): string {
  const { origin = '' } = caller.headers;
  if (consoleOrigins.includes(origin)) return origin;
  if (publicUrl !== null) return publicUrl;
  const host = callerHost(caller);
  const own = URL.parse(origin);
  if (own !== null && own.host === host) return own.origin;
  return URL.parse(`${caller.socket.encrypted ? 'https' : 'http'}://${host}`)?.origin ?? '';
}

/**
 * Whether a request may come from where it says: the host that it calls, or one of these origins. A page of another site must
 * not use what is ours. What sends no Origin is no browser.
 */
export function isOwnOrigin(caller: Caller, origins: readonly (string | null)[]): boolean {
  const { origin } = caller.headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && (url.host === callerHost(caller) || origins.includes(origin));
}
