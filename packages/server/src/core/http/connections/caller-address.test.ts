import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callerAddress, networkOf } from './caller-address.ts';

function from(remoteAddress: string, forwarded?: string, trustedProxies: readonly string[] = []): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return callerAddress({ socket: { remoteAddress } as IncomingMessage['socket'], headers }, { trustedProxies });
}

describe('the address of the caller', () => {
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['2001:db8::7', undefined, '2001:db8::7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
  ])('is where the connection comes from: %s', (remote, forwarded, address) => {
    expect(from(remote, forwarded)).toBe(address);
  });

  it.each([
    ['127.0.0.1', '198.51.100.4', '198.51.100.4'],
    ['::ffff:127.0.0.1', '10.9.9.9, 198.51.100.4', '198.51.100.4'],
    ['::1', '2001:db8::9', '2001:db8::9'],
    ['127.0.0.1', '198.51.100.4, 127.0.0.1', '198.51.100.4'],
  ])('is whom a proxy at %s speaks for: %s', (remote, forwarded, address) => {
    expect(from(remote, forwarded)).toBe(address);
  });

  it.each([
    ['203.0.113.7', '198.51.100.4', '203.0.113.7'],
    ['127.0.0.1', 'not an address', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
  ])('is not what %s merely claims: %s', (remote, forwarded, address) => {
    expect(from(remote, forwarded)).toBe(address);
  });

  const balancers = ['10.0.0.7', '192.168.1.0/24', 'fd00::/8'];

  it.each([
    ['10.0.0.7', '198.51.100.4', '198.51.100.4'],
    ['::ffff:10.0.0.7', '198.51.100.4', '198.51.100.4'],
    ['192.168.1.200', '2001:db8::9', '2001:db8::9'],
    ['fd12::1', '198.51.100.4', '198.51.100.4'],
    ['10.0.0.7', '198.51.100.4, 192.168.1.9', '198.51.100.4'],
    ['127.0.0.1', '198.51.100.4, 10.0.0.7', '198.51.100.4'],
    ['10.0.0.7', undefined, '10.0.0.7'],
  ])('is whom a trusted proxy at %s speaks for: %s', (remote, forwarded, address) => {
    expect(from(remote, forwarded, balancers)).toBe(address);
  });

  it.each([
    ['10.0.0.8', '198.51.100.4', '10.0.0.8'],
    ['192.168.2.1', '198.51.100.4', '192.168.2.1'],
    // The caller pretends to be a proxy, or to have passed one: the proxy adds whom it really saw.
    ['10.0.0.7', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.7', '198.51.100.4, 10.0.0.7, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '198.51.100.4, 10.0.0.7', '203.0.113.7'],
    ['10.0.0.7', 'unknown', '10.0.0.7'],
  ])('is not what somebody behind %s claims: %s', (remote, forwarded, address) => {
    expect(from(remote, forwarded, balancers)).toBe(address);
  });
});

describe('the network that rate limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
