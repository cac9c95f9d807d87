import { profile, type UserProfile } from '@fairwatch/contract';
import { isRedirect } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialSession, sessionStore } from '../core/session/session-store.ts';
import { tokenCookie } from '../core/session/token-cookie.ts';
import { enterPage } from './enter-page.ts';
import type { PageRequirement } from '../core/router/guard.ts';

const server = vi.fn<typeof fetch>();

function answerWith(status: number, body: object): void {
  server.mockImplementation(async () => Response.json(body, { status }));
}

function answerWithProfile(change: Partial<UserProfile>): void {
  answerWith(200, { securityStatus: 'PLAINTEXT', data: { ...initialSession, ...change }, meta: { has_error: false } });
}

/** The redirect that the guard throws; null when the page opens. */
async function redirectOf(requirement: PageRequirement, path = '/users-list'): Promise<unknown> {
  try {
    await enterPage(requirement, path);
    return null;
  } catch (error) {
    if (!isRedirect(error)) throw error;
    return { to: error.options.to, search: error.options.search };
  }
}

beforeEach(() => vi.stubGlobal('fetch', server));

afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
  tokenCookie.remove();
  sessionStore.logout();
});

describe('entering a page', () => {
  it('[SPEC 6.1] not authenticated goes to /auth/login, which remembers the page', async () => {
    expect(await redirectOf({ permission: 'USERS' })).toEqual({
      to: '/auth/login',
      search: { redirect: '/users-list' },
    });
    expect(server).not.toHaveBeenCalled();
  });

  it('loads the profile that belongs to the token', async () => {
    tokenCookie.save('abc', false);
    answerWithProfile({ adminRole: 'ADMIN' });
    expect(await redirectOf({ permission: null })).toBeNull();
    expect(server.mock.calls[0]?.[0]).toBe(profile.path);
    expect(sessionStore.get().isAuthenticated).toBe(true);
  });

  it('loads the profile once, however many pages are opened', async () => {
    tokenCookie.save('abc', false);
    answerWithProfile({ adminRole: 'ADMIN' });
    await redirectOf({ permission: null });
    await redirectOf({ permission: null });
    expect(server).toHaveBeenCalledTimes(1);
  });

  it('removes a token that the server rejects', async () => {
    tokenCookie.save('old', false);
    answerWith(401, {
      data: null,
      meta: { has_error: true, message: [{ text: { client: 'Authentication required' } }] },
    });
    expect(await redirectOf({ permission: null }, '/')).toEqual({ to: '/auth/login', search: {} });
    expect(tokenCookie.read()).toBeNull();
  });

  it('throws when the server is unreachable, but still opens the login page', async () => {
    tokenCookie.save('abc', false);
    server.mockRejectedValue(new TypeError('no network'));
    await expect(redirectOf({ permission: null })).rejects.toThrow('Unable to connect to the server.');
    expect(await redirectOf('guest')).toBeNull();
  });

  it('[SPEC 2.37] welcome loads the profile first, each time it is opened', async () => {
    tokenCookie.save('abc', false);
    answerWithProfile({ adminRole: 'PENDING' });
    expect(await redirectOf('welcome')).toBeNull();
    answerWithProfile({ adminRole: 'ADMIN' });
    expect(await redirectOf('welcome')).toEqual({ to: '/', search: {} });
  });
});
