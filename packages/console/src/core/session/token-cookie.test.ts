import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenCookie } from './token-cookie.ts';

/** Records cookie writes with their attributes, which `document.cookie` does not return. */
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

  it('expires when the browser closes, or after 30 days when remembered', () => {
    const written = watchWrites();
    tokenCookie.save('abc', false);
    tokenCookie.save('abc', true);
    expect(written[0]).not.toContain('Max-Age');
    expect(written[1]).toContain('Max-Age=2592000');
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
