import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isTrustedProxy, type ProxyConfig } from './trusted-proxies.ts';

/**
 * The caller's IP address. X-Forwarded-For is believed only from a trusted proxy, and only if it contains an address. It is read from
 * its end, where the nearest proxy adds whom it saw: what stands before the first untrusted address is a claim of that caller.
 */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: ProxyConfig,
): string {
  const own = socket.remoteAddress ?? '';
  if (headers['x-forwarded-for'] === undefined) return withoutPrefix(own);
  const forwarded = String(headers['x-forwarded-for'])
    .split(',')
    .map((address) => address.trim())
    .toReversed();
  let caller = own;
  for (const address of forwarded) {
    if (!isTrustedProxy(caller, proxies) || isIP(address) === 0) break;
    caller = address;
  }
  return withoutPrefix(caller);
}

/** An IPv4 address that is written as an IPv6 address, in its own notation. */
function withoutPrefix(address: string): string {
  return address.startsWith(':') ? address.replace(/^::ffff:(?=\d+\.)/, '') : address;
}

/**
 * The key of rate limits: an IPv4 address, or the /64 network of an IPv6 address. A caller usually owns a whole /64, so limits per
 * single address would have no effect.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): string[] {
  // The URL parser normalises the notation.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  if (head === undefined || tail === undefined || after === undefined) return head ?? [];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** The IPv4 address in the last two groups of an IPv6 address. */
function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
