import { describe, expect, it } from 'vitest';
import { networkAddresses, phoneOrigins, phoneReach } from './phone-origins.ts';

const loopback = [
  { address: '127.0.0.1', internal: true },
  { address: '::1', internal: true },
];
const home = {
  lo: loopback,
  docker0: [{ address: '172.17.0.1', internal: false }],
  eth0: [
    { address: 'fe80::1', internal: false },
    { address: 'fd00::20', internal: false },
    { address: '203.0.113.7', internal: false },
    { address: '192.168.1.20', internal: false },
  ],
};
const offline = { lo: loopback };

const config = { host: '127.0.0.1', port: 8080, publicUrl: null, companionUrl: null, tls: null };
const tls = { certFile: '/a.crt', keyFile: '/a.key' };

describe('where phones call the server', () => {
  it.each([
    ['the address that the owner set', { publicUrl: 'https://phones.example.org' }, ['https://phones.example.org']],
    [
      "the companion's own address before it",
      { publicUrl: 'https://console.example.org', companionUrl: 'https://join.example.org' },
      ['https://join.example.org'],
    ],
    ['what it listens on: its own computer', {}, ['http://127.0.0.1:8080']],
    ['what it listens on: one address', { host: '192.168.1.20', tls }, ['https://192.168.1.20:8080']],
    [
      'the addresses of its machine: those of a home first, no container, none that is bound to an interface',
      { host: '0.0.0.0' },
      ['http://192.168.1.20:8080', 'http://[fd00::20]:8080', 'http://203.0.113.7:8080'],
    ],
    ['nothing while the system chooses the port', { host: '::', port: 0 }, []],
  ])('is %s', (_, change, expected) => {
    expect(phoneOrigins({ ...config, ...change }, home)).toEqual(expected);
  });

  it('is nowhere on a machine without a network', () => {
    expect(phoneOrigins({ ...config, host: '::' }, offline)).toEqual([]);
    expect(networkAddresses(offline)).toEqual([]);
  });
});

describe('from where the server can be called', () => {
  it.each([
    ['its own computer', {}, 'THIS_COMPUTER'],
    ['its own computer', { host: '::1' }, 'THIS_COMPUTER'],
    ['its own computer', { host: 'localhost', publicUrl: 'http://localhost:8080' }, 'THIS_COMPUTER'],
    ['a proxy in front of it', { publicUrl: 'https://phones.example.org' }, 'PROXY'],
    ['the network', { host: '0.0.0.0' }, 'NETWORK'],
    ['the network', { host: '192.168.1.20', publicUrl: 'https://phones.example.org' }, 'NETWORK'],
  ])('%s: %o', (_, change, expected) => {
    expect(phoneReach({ ...config, ...change })).toBe(expected);
  });
});
