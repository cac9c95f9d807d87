import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** This machine itself. An IPv4 address in IPv6 notation is found too. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Who called. Only a proxy on this machine may say whom it speaks for, and only an address is taken for one. */
export function callerAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const own = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .toReversed();
  let caller = own;
  for (const address of forwarded) {
    if (!isLoopback(caller) || isIP(address) === 0) break;
    caller = address;
  }
  return caller.replace(/^::ffff:(?=\d+\.)/, '');
}

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
