import { isIP, isIPv6 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import type { PhoneReach } from '@fairwatch/contract';
import type { Config } from '../../../core/config/config.ts';
import { localUrl } from '../../../core/http/connections/listen-address.ts';
import { isLoopback, isPrivate } from '../../../core/tls/machine-names.ts';

/** The interfaces of a machine, as `os.networkInterfaces` lists them. */
export type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'internal'>[] | undefined>
>;

type ListenConfig = Pick<Config, 'host' | 'port' | 'publicUrl' | 'companionUrl' | 'tls'>;

/** Interfaces of containers and virtual machines, which no phone is in. */
const virtual = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|flannel|cali|lxc|lxd)/i;

/** The origin that the owner set for phones; null for none. */
export function configuredOrigin({
  companionUrl,
  publicUrl,
}: Pick<Config, 'companionUrl' | 'publicUrl'>): string | null {
  return companionUrl ?? publicUrl;
}

/**
 * Where phones would call this server, the most likely first: the address that its owner set, else the one that it listens on, else those of its
 * machine in its networks. Empty while the port is chosen by the system.
 */
export function phoneOrigins(config: ListenConfig, interfaces: Interfaces): string[] {
  const configured = configuredOrigin(config);
  if (configured !== null) return [configured];
  const { host, port, tls } = config;
  if (port === 0) return [];
  if (!isAnyAddress(host)) return [localUrl(config, port)];
  const scheme = tls === null ? 'http' : 'https';
  return networkAddresses(interfaces).map(
    (address) => `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`,
  );
}

/** The addresses of a machine in its networks: those of a home or office first, IPv4 before IPv6. */
export function networkAddresses(interfaces: Interfaces): string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, entries]) => entries ?? [])
    // Link-local addresses need an interface name, which browsers do not accept in a URL.
    .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address);
  return [...new Set(addresses)].toSorted((one, other) => rank(one) - rank(other));
}

const rank = (address: string) => (isPrivate(address) ? 0 : 2) + (isIPv6(address) ? 1 : 0);

/** From where the server can be called, as far as it knows itself: it does not see firewalls. */
export function phoneReach(config: ListenConfig): PhoneReach {
  if (!isLoopbackHost(config.host)) return 'NETWORK';
  const configured = configuredOrigin(config);
  const isForOthers = configured !== null && !isLoopbackHost(new URL(configured).hostname.replaceAll(/[[\]]/g, ''));
  return isForOthers ? 'PROXY' : 'THIS_COMPUTER';
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function isLoopbackHost(host: string): boolean {
  if (isIP(host) !== 0) return isLoopback(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
