import { describe, expect, it } from 'vitest';
import { callerOrigin } from '../../../core/http/connections/caller-origin.ts';
import { relyingParty } from './relying-party.ts';

const at = (
  headers: { host?: string; origin?: string },
  publicUrl: string | null = null,
  consoleOrigins: readonly string[] = [],
) => relyingParty({ origin: callerOrigin({ headers, socket: {} }, { publicUrl, consoleOrigins, trustedProxies: [] }) });

describe('the relying party', () => {
  it('is the configured one, whatever the caller claims', () => {
    const headers = { host: 'evil.example.org', origin: 'https://evil.example.org' };
    expect(at(headers, 'https://fairwatch.example.org')).toEqual({
      id: 'fairwatch.example.org',
      origin: 'https://fairwatch.example.org',
    });
  });

  it('is else the host that was called, at the origin of its page', () => {
    expect(at({ host: 'localhost:8080', origin: 'http://localhost:8080' })).toEqual({
      id: 'localhost',
      origin: 'http://localhost:8080',
    });
    expect(at({ host: 'fw.example.org', origin: 'https://fw.example.org' }).origin).toBe('https://fw.example.org');
  });

  it("is the owner's console elsewhere, for pages of exactly its origin", () => {
    const consoleOrigins = ['https://console.example.net'];
    const from = (origin: string) => at({ host: 'inner:8080', origin }, 'https://fw.example.org', consoleOrigins).id;
    expect(from('https://console.example.net')).toBe('console.example.net');
    expect(from('https://console.example.net.evil.org')).toBe('fw.example.org');
  });

  it('is not the page of another host', () => {
    expect(at({ host: 'fw.example.org', origin: 'https://evil.example.org' })).toEqual({
      id: 'fw.example.org',
      origin: 'http://fw.example.org',
    });
  });

  it.each(['127.0.0.1:8080', '[::1]:8080', ''])('has a name: %s has none', (host) => {
    expect(() => at({ host })).toThrow(/Passkeys need an address with a name/);
  });
});
