import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** A private network, such as `10.0.0.0/8`. */
export interface Network {
  address: string;
  prefix: number;
}

/** Private, loopback and link-local networks, and the shared range that overlay networks such as Tailscale use. */
export const privateNetworks: readonly Network[] = [
  { address: '10.0.0.0', prefix: 8 },
  { address: '172.16.0.0', prefix: 12 },
  { address: '192.168.0.0', prefix: 16 },
  { address: '100.64.0.0', prefix: 10 },
  { address: '169.254.0.0', prefix: 16 },
  { address: '127.0.0.0', prefix: 8 },
  { address: 'fc00::', prefix: 7 },
  { address: 'fe80::', prefix: 10 },
  { address: '::1', prefix: 128 },
];

/** Top-level domains that are reserved for private use, and those that home routers use without a reservation. */
export const privateDomains: readonly string[] = ['localhost', 'local', 'home.arpa', 'internal', 'lan', 'home', 'test'];

const privateAddresses = new BlockList();
for (const { address, prefix } of privateNetworks) privateAddresses.addSubnet(address, prefix, familyOf(address));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for an address by which a machine calls itself. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, familyOf(address));
}

/** True for a name or address that is valid in private networks only. */
export function isPrivate(name: string): boolean {
  if (isIP(name) !== 0) return privateAddresses.check(name, familyOf(name));
  return privateDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The names and addresses of this machine in the local network, and its loopback names. */
export function machineNames(): string[] {
  const own = hostname().toLowerCase();
  const short = own.split('.', 1)[0] ?? '';
  const names = [...new Set([own, short])].filter((name) => /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(name));
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    // Link-local addresses need an interface name, which browsers do not accept in a URL.
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
  const local = short === '' || short === 'localhost' ? [] : [`${short}.local`];
  return [...new Set([...names, ...local, 'localhost', '127.0.0.1', '::1', ...addresses])];
}
