import { contacts, healthCheck, login, profile } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onUnreachable } from '../connection/unreachable.ts';
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

type Signal = AbortSignal | null | undefined;
/** Rejects once the signal is aborted. */
const hang = (signal: Signal) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError'))),
  );
/** A response whose body never ends. */
const hangingBody = async (signal: Signal) => Object.assign(new Response(), { json: () => hang(signal) });

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

  it('an unreachable server differs from a refusal', async () => {
    server.mockRejectedValue(new TypeError('fetch failed'));
    const error = await call(profile, {}).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, message: 'Unable to connect to the server. Please try again later.' });
  });

  it.each([502, 503, 504])("a proxy's own error page (%i) says that the server cannot be reached", async (status) => {
    server.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status }));
    const message = 'Unable to connect to the server. Please try again later.';
    await expect(call(profile, {})).rejects.toMatchObject({ status, message });
  });

  it('any other response that is not JSON is an invalid answer, not a crash', async () => {
    server.mockImplementation(async () => new Response('<h1>Hello</h1>', { status: 200 }));
    await expect(call(profile, {})).rejects.toMatchObject({ status: 200, message: 'Invalid response structure.' });
  });

  it('a call times out without a response, and while its response does not end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const answer of [hang, hangingBody]) {
      server.mockImplementation(async (_url, init) => await answer(init?.signal));
      const ended = call(profile, {}).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await ended).toMatchObject({ status: 0, code: 'no_answer_in_time' });
    }
  });

  it('a call that the caller aborts rejects with the reason, and does not count as an unreachable server', async () => {
    const unreachable = vi.fn<() => void>();
    onTestFinished(onUnreachable(unreachable));
    server.mockImplementation((_url, init) => hang(init?.signal));
    const caller = new AbortController();
    const ended = call(profile, {}, caller.signal).catch((error: unknown) => error);
    caller.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
    expect(unreachable).not.toHaveBeenCalled();
  });

  it('subscribers are notified of a server that does not answer, and not of a refusal', async () => {
    const unreachable = vi.fn<() => void>();
    onTestFinished(onUnreachable(unreachable));
    server.mockImplementation(async () => Response.json(refusal, { status: 403 }));
    await expect(call(profile, {})).rejects.toMatchObject({ status: 403 });
    expect(unreachable).not.toHaveBeenCalled();
    server.mockRejectedValue(new TypeError('fetch failed'));
    await expect(call(profile, {})).rejects.toMatchObject({ status: 0 });
    expect(unreachable).toHaveBeenCalledOnce();
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
