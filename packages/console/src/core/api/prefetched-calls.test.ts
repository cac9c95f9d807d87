import { deviceSummary, profile } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokenCookie } from '../session/token-cookie.ts';
import { call } from './client.ts';

const server = vi.fn<typeof fetch>();
const answerOf = (username: string) => Response.json({ data: { username }, meta: { has_error: false } });
/** Leaves a response as public/before-paint.js does. */
const prefetch = (token: string, answer: Promise<Response>) =>
  vi.stubGlobal('firstCalls', { token, answers: { [`${profile.path} {}`]: answer } });

let loadedMsAgo = 0;
beforeEach(() => {
  loadedMsAgo = 500;
  vi.spyOn(performance, 'now').mockImplementation(() => loadedMsAgo);
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => answerOf('asked again'));
  tokenCookie.save('mine', false);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  server.mockReset();
  tokenCookie.remove();
});

it('uses the response to a prefetched call, once', async () => {
  prefetch('mine', Promise.resolve(answerOf('sent first')));
  expect((await call(profile, {})).data).toEqual({ username: 'sent first' });
  expect(server).not.toHaveBeenCalled();
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
});

it('sends another call, a call of another account, and a call whose prefetched response is stale', async () => {
  prefetch('mine', Promise.resolve(answerOf('sent first')));
  await call(deviceSummary, { deviceId: 3 });
  tokenCookie.save('somebody else', false);
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
  tokenCookie.save('mine', false);
  loadedMsAgo = 60_000;
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
});

it('treats a failed prefetch like any other failed call', async () => {
  prefetch('mine', Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(profile, {})).rejects.toMatchObject({ status: 0 });
});

it('stops waiting when the caller aborts', async () => {
  prefetch('mine', new Promise(() => {}));
  const controller = new AbortController();
  const pending = call(profile, {}, controller.signal);
  controller.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
});
