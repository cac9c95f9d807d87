import { isIP, isIPv6 } from 'node:net';
import type { Network } from './machine-names.ts';

/** The object identifier of the extension (RFC 5280, 4.2.1.10). */
export const nameConstraintsId = '2.5.29.30';

const sequence = 0x30;
const permittedSubtrees = 0xa0;
const dnsName = 0x82;
const ipAddress = 0x87;

/** Encodes the extension in DER: the CA may sign for these domains with their subdomains, and for these networks. */
export function nameConstraints({
  domains,
  networks,
}: {
  domains: readonly string[];
  networks: readonly Network[];
}): Buffer {
  const names = domains.map((domain) => element(dnsName, Buffer.from(domain, 'ascii')));
  const ranges = networks.map((network) => element(ipAddress, networkBytes(network)));
  const subtrees = [...names, ...ranges].map((name) => element(sequence, name));
  return element(sequence, element(permittedSubtrees, Buffer.concat(subtrees)));
}

/** True when the encoded constraints contain this address, this domain, or a parent domain. */
export function areConstraintsFor(constraints: Buffer, name: string): boolean {
  if (isIP(name) !== 0) return constraints.includes(element(ipAddress, networkBytes(singleAddress(name))));
  const labels = name.split('.');
  return labels.some((_, place) =>
    constraints.includes(element(dnsName, Buffer.from(labels.slice(place).join('.'), 'ascii'))),
  );
}

/** The network of a single address. */
export function singleAddress(address: string): Network {
  return { address, prefix: isIPv6(address) ? 128 : 32 };
}

/** Encodes a DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A network's address followed by its mask, as the extension encodes it. */
function networkBytes({ address, prefix }: Network): Buffer {
  const bytes = addressBytes(address);
  const mask = bytes.map((_, place) => (0xff00 >> Math.min(8, Math.max(0, prefix - place * 8))) & 0xff);
  return Buffer.from([...bytes, ...mask]);
}

function addressBytes(address: string): number[] {
  if (!isIPv6(address)) return address.split('.').map(Number);
  const [before = '', after = ''] = address.split('::', 2);
  const [head, tail] = [before, after].map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [
    ...(head ?? []),
    ...Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0'),
    ...(tail ?? []),
  ];
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}
