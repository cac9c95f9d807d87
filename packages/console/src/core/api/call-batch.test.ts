import { approvalCount, batchPath, deviceSummary, limits, savedViews, ticketCounts } from '@fairwatch/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tokenCookie } from '../session/token-cookie.ts';
import { collectCalls } from './call-batch.ts';
import { call } from './client.ts';

const server = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
const envelope = (data: unknown) => ({ data, meta: { has_error: false } });
const both = () => Promise.allSettled([call(approvalCount, {}), call(ticketCounts, {})]);
const paths = () => server.mock.calls.map(([path]) => path);

beforeAll(() => collectCalls());
afterAll(() => collectCalls(false));

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async (path, { body }) => {
    if (path !== batchPath) return Response.json(envelope(path));
    const calls = JSON.parse(String(body)) as { path: string; body: string }[];
    return Response.json(calls.map((each) => ({ status: 200, body: JSON.stringify(envelope(each)) })));
  });
  tokenCookie.save('mine', false);
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
  tokenCookie.remove();
});

it('sends calls that can wait in one request, and every other call alone', async () => {
  const calls = [call(approvalCount, {}), call(deviceSummary, { deviceId: 3 }), call(savedViews, { list: 'devices' })];
  expect((await Promise.all(calls)).map(({ data }) => data)).toEqual([
    { path: approvalCount.path, body: '{}' },
    deviceSummary.path,
    { path: savedViews.path, body: '{"list":"devices"}' },
  ]);
  expect(paths()).toEqual([deviceSummary.path, batchPath]);
  expect(server.mock.calls[1]?.[1].headers).toMatchObject({ authorization: 'Bearer mine' });
});

it('sends no more calls in one request than the server takes', async () => {
  const calls = Array.from({ length: limits.batch.maxCalls + 2 }, () => call(approvalCount, {}));
  await Promise.all(calls);
  const sent = server.mock.calls.map(([, { body }]) => (JSON.parse(String(body)) as unknown[]).length);
  expect(sent).toEqual([limits.batch.maxCalls, 2]);
});

it('sends a call that has no company alone, and never those of two accounts together', async () => {
  const mine = call(approvalCount, {});
  tokenCookie.save('somebody else', false);
  await Promise.all([mine, call(approvalCount, {})]);
  expect(paths()).toEqual([approvalCount.path, approvalCount.path]);
});

it('fails each call by its own answer, and all by a refusal of the request', async () => {
  const refusal = {
    data: null,
    meta: { has_error: true, message: [{ code: 'not_allowed', text: { client: 'No.' } }] },
  };
  const text = JSON.stringify(refusal);
  server.mockImplementationOnce(async () =>
    Response.json([
      { status: 403, body: text },
      { status: 200, body: JSON.stringify(envelope(7)) },
    ]),
  );
  expect(await both()).toMatchObject([{ reason: { status: 403, code: 'not_allowed' } }, { value: { data: 7 } }]);
  server.mockImplementationOnce(async () => new Response(text, { status: 413 }));
  expect(await both()).toMatchObject([{ reason: { status: 413 } }, { reason: { status: 413 } }]);
  server.mockImplementationOnce(async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await both()).toMatchObject([{ reason: { status: 0 } }, { reason: { status: 0 } }]);
});
