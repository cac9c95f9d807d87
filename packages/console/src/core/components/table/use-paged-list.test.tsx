import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paginationOf } from '@fairwatch/contract';
import { ApiError } from '../../api/api-error.ts';
import type { Answer } from '../../api/client.ts';
import { mount } from '../mount-for-test.tsx';
import { usePagedList, type PagedList } from './use-paged-list.ts';

interface Row {
  id: number;
}
interface Input {
  deviceId: number;
  page: number;
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const change = vi.fn<PagedList<Row>['view']['change']>();
/** The fake server; each test replaces it. */
let server: (input: Input) => Promise<Answer<Row[]>>;
let list: PagedList<Row>;
let show: (input: Input) => Promise<void>;

function Probe({ input, report }: { input: Input; report: (list: PagedList<Row>) => void }) {
  const options = queryOptions({ queryKey: ['list', input] as const, queryFn: () => server(input), staleTime: 0 });
  const view = { search: '', sortBy: 'id', sortDirection: 'asc', page: input.page, pageSize: 2, change } as const;
  const current = usePagedList(options, view);
  useEffect(() => {
    report(current);
  });
  return null;
}

function answer(...ids: number[]): Promise<Answer<Row[]>> {
  return Promise.resolve({ data: ids.map((id) => ({ id })), pagination: paginationOf(1, 2, 4) });
}

const never = () => new Promise<never>(() => {});
const refused = () => Promise.reject(new ApiError('Not shared.', 403, 'consent_missing'));
const idsOf = () => list.rows.map((row) => row.id);

beforeEach(async () => {
  client.clear();
  change.mockClear();
  server = () => answer(1, 2);
  const { redraw } = mount(null);
  show = (input) =>
    act(async () =>
      redraw(
        <QueryClientProvider client={client}>
          <Probe input={input} report={(current) => (list = current)} />
        </QueryClientProvider>,
      ),
    );
  await show({ deviceId: 7, page: 1 });
  await vi.waitUntil(() => idsOf().length === 2);
});

describe('a paged list', () => {
  it('keeps the previous page until the next one is loaded', async () => {
    server = never;
    await show({ deviceId: 7, page: 2 });
    expect(idsOf()).toEqual([1, 2]);
    expect(list.refreshing).toBe(true);
  });

  it('never shows the rows of another device', async () => {
    server = never;
    await show({ deviceId: 8, page: 1 });
    expect(idsOf()).toEqual([]);
    expect(list.loading).toBe(true);
  });

  it('removes the rows after a refusal of the server, also those of cached pages', async () => {
    server = () => answer(3, 4);
    await show({ deviceId: 7, page: 2 });
    await vi.waitFor(() => expect(idsOf()).toEqual([3, 4]));
    server = refused;
    await list.refetch();
    await vi.waitFor(() => expect(list.error?.message).toBe('Not shared.'));
    expect(idsOf()).toEqual([]);
    server = never;
    await show({ deviceId: 7, page: 1 });
    expect(idsOf()).toEqual([]);
  });

  it('keeps the rows when the server is unreachable', async () => {
    server = () => Promise.reject(new ApiError('Unable to connect.', 0));
    await list.refetch();
    await vi.waitFor(() => expect(client.getQueryState(['list', { deviceId: 7, page: 1 }])?.status).toBe('error'));
    expect(idsOf()).toEqual([1, 2]);
    expect(list.error).toBeNull();
  });

  it('goes to the last page when the page is beyond it', async () => {
    server = () => answer();
    await show({ deviceId: 7, page: 9 });
    await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ page: 2 }, { replace: true }));
  });
});
