import { contacts, healthCheck, login, profile } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onSessionEnd, type SessionEnd } from '../session/end-session.ts';
import { sessionStore } from '../session/session-store.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

const server = vi.fn<typeof fetch>();
const refusal = { data: null, meta: { has_error: true, message: [{ text: { client: 'Authentication required' } }] } };

function sent(): { url: string; init: RequestInit; headers: Headers } {
  const [url, init] = server.mock.calls[0] ?? [];
  return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) };
}

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => Response.json({ data: [], meta: { has_error: false } }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
  tokenCookie.remove();
  sessionStore.logout();
});

describe('calls', () => {
  it('[SPEC 7.2] all calls are POST with a JSON body', async () => {
    await call(contacts.list, { deviceId: 3 });
    const { url, init, headers } = sent();
    expect(url).toBe('/admin/v1/api/authenticated/contact/all');
    expect(init.method).toBe('POST');
    expect(init.body).toBe('{"deviceId":3}');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('[SPEC 7.2, 7.7] except the health check, which is GET and outside the prefix', async () => {
    await call(healthCheck, {});
    expect(sent().url).toBe('/client/v1/api/health/check/panel');
    expect(sent().init).toMatchObject({ method: 'GET' });
    expect(sent().init.body).toBeUndefined();
  });

  it('[SPEC 7.3] the bearer token from the cookie goes in an Authorization header', async () => {
    tokenCookie.save('abc', false);
    await call(profile, {});
    expect(sent().headers.get('authorization')).toBe('Bearer abc');
  });

  it('an unreachable server is told apart from a refusal', async () => {
    server.mockRejectedValue(new TypeError('fetch failed'));
    const error = await call(profile, {}).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, message: 'Unable to connect to the server. Please try again later.' });
  });

  it("a proxy's error page is an invalid answer, not a crash", async () => {
    server.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call(profile, {})).rejects.toMatchObject({ status: 502, message: 'Invalid response structure.' });
  });

  it('a 401 ends the session; a wrong password does not', async () => {
    const ends: SessionEnd[] = [];
    const leave = onSessionEnd((end) => ends.push(end));
    server.mockImplementation(async () => Response.json(refusal, { status: 401 }));
    sessionStore.setProfile({ username: 'mara' });
    await expect(call(login, { username: 'mara', password: 'wrong' })).rejects.toThrow(ApiError);
    expect(sessionStore.get().isAuthenticated).toBe(true);
    await expect(call(profile, {})).rejects.toThrow('Authentication required');
    await expect(call(profile, {})).rejects.toThrow('Authentication required');
    expect(sessionStore.get().isAuthenticated).toBe(false);
    expect(ends).toEqual(['expired']);
    leave();
  });

  it('a late 401 of an old token leaves the new session alone', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockReturnValue(promise);
    tokenCookie.save('old', false);
    const late = call(profile, {});
    tokenCookie.save('new', false);
    sessionStore.setProfile({ username: 'mara' });
    resolve(Response.json(refusal, { status: 401 }));
    await expect(late).rejects.toThrow('Authentication required');
    expect(sessionStore.get().isAuthenticated).toBe(true);
    expect(tokenCookie.read()).toBe('new');
  });
});
