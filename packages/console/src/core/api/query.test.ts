import { deviceList } from '@fairwatch/contract';
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { call } from './client.ts';
import { invalidate, invalidateAll, oldestRequestAt, query, queryClient } from './query.ts';

const server = vi.fn<typeof fetch>();
const answer = (data: unknown) =>
  Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination: null } });
const refusal = (status: number) =>
  Response.json(
    {
      securityStatus: 'PLAINTEXT',
      data: null,
      meta: { has_error: true, message: [{ text: { client: 'No.' }, code: 'no' }], pagination: null },
    },
    { status },
  );

const options = { ...query(deviceList, {}), retry: false };
/** Keeps the query active. */
let observer: QueryObserver;
let unsubscribe: () => void;

beforeEach(async () => {
  queryClient.clear();
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => answer([{ id: 1 }]));
  observer = new QueryObserver(queryClient, options as never);
  unsubscribe = observer.subscribe(() => undefined);
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess);
});
afterEach(() => {
  unsubscribe();
  queryClient.clear();
  server.mockReset();
  vi.unstubAllGlobals();
});

describe('cached data', () => {
  it.each([403, 404])('is removed when the server refuses it with %i', async (status) => {
    server.mockImplementation(async () => refusal(status));
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: undefined, status: 'error', error: { status } });
  });

  it.each([429, 500])('stays when the server fails with %i', async (status) => {
    server.mockImplementation(async () => refusal(status));
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: { data: [{ id: 1 }] }, error: { status } });
  });

  it('stays when there is no connection', async () => {
    server.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')));
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: { data: [{ id: 1 }] }, error: { status: 0 } });
  });

  it('a query without a network fails immediately instead of staying pending', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    server.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')));
    const other = new QueryObserver(queryClient, { ...query(deviceList, { page: 7 }), retry: false } as never);
    onTestFinished(other.subscribe(() => undefined));
    await vi.waitFor(() => expect(other.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' }));
  });

  it('a mutation without a network fails too', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    server.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')));
    const change = new MutationObserver(queryClient, { mutationFn: () => call(deviceList, {}) });
    await expect(change.mutate()).rejects.toMatchObject({ status: 0 });
  });

  it('returns when the server allows it again', async () => {
    server.mockImplementation(async () => refusal(403));
    await observer.refetch();
    server.mockImplementation(async () => answer([{ id: 2 }]));
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: { data: [{ id: 2 }] }, status: 'success' });
  });
});

describe('a change', () => {
  it.each([
    ['of its endpoint', () => invalidate(deviceList)],
    ['of anything', invalidateAll],
  ])('%s during the first request of a query makes it load once more', async (_what, change) => {
    const first = Promise.withResolvers<Response>();
    server.mockImplementationOnce(() => first.promise);
    const other = new QueryObserver(queryClient, { ...query(deviceList, { page: 2 }), retry: false } as never);
    onTestFinished(other.subscribe(() => undefined));
    const before = server.mock.calls.length;
    server.mockImplementation(async () => answer([{ id: 'new' }]));
    const refetched = change();
    // The server had read this before the change.
    first.resolve(answer([{ id: 'old' }]));
    await refetched;
    expect(other.getCurrentResult()).toMatchObject({ data: { data: [{ id: 'new' }] } });
    // The query of the other page, which was loaded, and this one.
    expect(server.mock.calls.length - before).toBe(2);
  });

  it('can be missing from all that was requested since the oldest answer could have been asked for', () => {
    const now = Math.ceil(performance.timeOrigin) + 300_000;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    queryClient.clear();
    expect(oldestRequestAt()).toBe(now - 30_000);
    queryClient.setQueryData(['a'], 1, { updatedAt: now - 100_000 });
    expect(oldestRequestAt()).toBe(now - 130_000);
    queryClient.setQueryData(['b'], 1, { updatedAt: Math.ceil(performance.timeOrigin) });
    expect(oldestRequestAt()).toBe(performance.timeOrigin);
  });
});
