import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callerAddress } from './caller-address.ts';

function from(remoteAddress: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return callerAddress({ socket: { remoteAddress } as IncomingMessage['socket'], headers });
}

describe('who called', () => {
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
});
