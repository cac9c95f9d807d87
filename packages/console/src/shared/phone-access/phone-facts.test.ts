import type { PhoneAccess } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { factsOf, hintsOf, isPrivateHost, situationOf, verdictOf } from './phone-facts.ts';

const nothingSet: PhoneAccess = {
  origin: null,
  reach: 'THIS_COMPUTER',
  certificate: { kind: 'NONE', expiresAt: null, coversOrigin: null },
};
const tls = (kind: 'PUBLIC' | 'LOCAL_CA' | 'OTHER', coversOrigin = true): PhoneAccess['certificate'] => ({
  kind,
  expiresAt: '2027-12-01T00:00:00.000Z',
  coversOrigin,
});

describe('the way of a phone', () => {
  it.each([
    ['on this computer', nothingSet, 'http://localhost:8080', 'local', 'home', ['local']],
    [
      'at home with our CA',
      { origin: 'https://192.168.1.20:8443', reach: 'NETWORK', certificate: tls('LOCAL_CA') },
      'https://localhost:8443',
      'trustOnce',
      'home',
      ['network', 'firewall', 'trust'],
    ],
    [
      'at home without a certificate',
      { ...nothingSet, reach: 'NETWORK' },
      'http://192.168.1.20:8080',
      'insecure',
      'home',
      ['network', 'firewall'],
    ],
    [
      'with a public name behind a proxy',
      {
        origin: 'https://fairwatch.example.org',
        reach: 'PROXY',
        certificate: { ...nothingSet.certificate, kind: 'PROXY' },
      },
      'https://fairwatch.example.org',
      'ready',
      'public',
      ['name', 'proxy', 'warning'],
    ],
    [
      'behind a proxy that the server was not told of',
      nothingSet,
      'https://fairwatch.example.org',
      'ready',
      'public',
      ['name', 'proxy', 'warning'],
    ],
    [
      'with a public name and its own certificate',
      { origin: 'https://fairwatch.example.org', reach: 'NETWORK', certificate: tls('PUBLIC') },
      'https://fairwatch.example.org',
      'ready',
      'public',
      ['name', 'firewall'],
    ],
    [
      'with a certificate of another name',
      { origin: 'https://fairwatch.example.org', reach: 'NETWORK', certificate: tls('PUBLIC', false) },
      'https://fairwatch.example.org',
      'untrusted',
      'public',
      ['name', 'firewall', 'warning'],
    ],
  ] as const)('%s', (_, access, page, verdict, situation, hints) => {
    const facts = factsOf(access, page);
    expect([verdictOf(facts), situationOf(facts), hintsOf(facts)]).toEqual([verdict, situation, hints]);
  });

  it.each([
    ['192.168.1.20', true],
    ['172.32.0.1', false],
    ['100.64.0.3', true],
    ['[fd00::20]', true],
    ['[2001:db8::1]', false],
    ['box', true],
    ['box.local', true],
    ['fairwatch.example.org', false],
  ])('%s is known to one network only: %s', (host, expected) => {
    expect(isPrivateHost(host)).toBe(expected);
  });
});
