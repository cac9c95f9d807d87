import { limits } from '@fairwatch/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenCookie } from './token-cookie.ts';

/** What is written to the cookie, with the attributes that reading it does not give back. */
function watchWrites(): string[] {
  const written: string[] = [];
  vi.spyOn(document, 'cookie', 'set').mockImplementation((value) => void written.push(value));
  return written;
}

afterEach(() => {
  vi.restoreAllMocks();
  tokenCookie.remove();
});

describe('token cookie', () => {
  it('[SPEC 3.37] the auth token is kept in a cookie named token', () => {
    expect(tokenCookie.read()).toBeNull();
    tokenCookie.save('a+b/c=', false);
    expect(document.cookie).toContain('token=a%2Bb%2Fc%3D');
    expect(tokenCookie.read()).toBe('a+b/c=');
    tokenCookie.remove();
    expect(tokenCookie.read()).toBeNull();
  });

  it('lives as long as the browser, or 30 days when remembered', () => {
    const written = watchWrites();
    tokenCookie.save('abc', false);
    tokenCookie.save('abc', true);
    expect(written[0]).not.toContain('Max-Age');
    expect(written[1]).toContain(`Max-Age=${limits.session.rememberedMs / 1000}`);
    expect(limits.session.rememberedMs).toBe(30 * 24 * 60 * 60 * 1000);
  });

  it('goes to no other site, and over https only where there is https', () => {
    const written = watchWrites();
    tokenCookie.save('abc', false);
    vi.spyOn(window, 'location', 'get').mockReturnValue({ protocol: 'https:' } as Location);
    tokenCookie.save('abc', false);
    expect(written[0]).toContain('SameSite=Strict');
    expect(written[0]).not.toContain('Secure');
    expect(written[1]).toContain('Secure');
  });
});
