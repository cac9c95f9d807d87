import { deviceSummary, profile } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokenCookie } from '../session/token-cookie.ts';
import { call } from './client.ts';

const server = vi.fn<typeof fetch>();
const answerOf = (username: string) => Response.json({ data: { username }, meta: { has_error: false } });
/** What public/before-paint.js leaves for the console's code. */
const sendFirst = (token: string, answer: Promise<Response>) =>
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

it('takes the answer to a call that the page sent before its code was there, once', async () => {
  sendFirst('mine', Promise.resolve(answerOf('sent first')));
  expect((await call(profile, {})).data).toEqual({ username: 'sent first' });
  expect(server).not.toHaveBeenCalled();
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
});

it('asks by itself what is another call, another account, or long ago', async () => {
  sendFirst('mine', Promise.resolve(answerOf('sent first')));
  await call(deviceSummary, { deviceId: 3 });
  tokenCookie.save('somebody else', false);
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
  tokenCookie.save('mine', false);
  loadedMsAgo = 60_000;
  expect((await call(profile, {})).data).toEqual({ username: 'asked again' });
});

it('treats a call that failed on its way as any other that did', async () => {
  sendFirst('mine', Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(profile, {})).rejects.toMatchObject({ status: 0 });
});

it('waits no longer than whoever asked', async () => {
  sendFirst('mine', new Promise(() => {}));
  const leaving = new AbortController();
  const asked = call(profile, {}, leaving.signal);
  leaving.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});
