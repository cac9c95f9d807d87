import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/config.ts';
import { isTrustedProxy, type ProxyConfig } from './trusted-proxies.ts';

/** The parts of a request that tell where it comes from. */
export interface Caller {
  headers: IncomingHttpHeaders & { ':authority'?: string };
  socket: Partial<Pick<Socket, 'remoteAddress'>> & { encrypted?: boolean };
}

/** The called host with its port. X-Forwarded-Host is believed only from a trusted proxy. */
export function callerHost({ headers, socket }: Caller, proxies: ProxyConfig): string {
  const forwarded = headers['x-forwarded-host'];
  if (typeof forwarded === 'string' && isTrustedProxy(socket.remoteAddress ?? '', proxies)) {
    return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  }
  return headers.host ?? headers[':authority'] ?? '';
}

/**
 * The origin of the page that calls: one of the configured origins, or else the server's public address. Without a configured
 * address it is the request's own Origin, provided that it has the called host.
 */
export function callerOrigin(
  caller: Caller,
  config: Pick<Config, 'publicUrl' | 'consoleOrigins' | 'trustedProxies'>,
): string {
  const { publicUrl, consoleOrigins } = config;
  const { origin = '' } = caller.headers;
  if (consoleOrigins.includes(origin)) return origin;
  if (publicUrl !== null) return publicUrl;
  const host = callerHost(caller, config);
  const own = URL.parse(origin);
  if (own !== null && own.host === host) return own.origin;
  return URL.parse(`${caller.socket.encrypted ? 'https' : 'http'}://${host}`)?.origin ?? '';
}

/**
 * True when the request's Origin is the called host or one of these origins, to refuse pages of other sites (CSRF). A request
 * without an Origin comes from a program, not from a browser, and is allowed.
 */
export function isOwnOrigin(caller: Caller, origins: readonly (string | null)[], proxies: ProxyConfig): boolean {
  const { origin } = caller.headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && (url.host === callerHost(caller, proxies) || origins.includes(origin));
}
