import { BlockList, isIP } from 'node:net';
import { addTo } from '../../config/cluster-config.ts';
import type { Config } from '../../config/config.ts';

/** The part of the configuration that says which proxies speak for their callers. */
export type ProxyConfig = Pick<Config, 'trustedProxies'>;

/** The lists made so far: one for each configuration, which never changes. */
const lists = new WeakMap<readonly string[], BlockList>();

/** True for a proxy whose X-Forwarded headers are believed: one on this machine, or one of TRUSTED_PROXIES. */
export function isTrustedProxy(address: string, { trustedProxies }: ProxyConfig): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const list = lists.get(trustedProxies) ?? createList(trustedProxies);
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A list matches IPv4 addresses in IPv6 notation too. */
function createList(trustedProxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of ['127.0.0.0/8', '::1', ...trustedProxies]) addTo(list, proxy);
  lists.set(trustedProxies, list);
  return list;
}
