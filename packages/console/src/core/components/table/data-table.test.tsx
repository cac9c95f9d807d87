import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { paginationOf } from '@fairwatch/contract';
import { ApiError } from '../../api/api-error.ts';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { ListEmptyView } from './list-empty-view.tsx';
import { IconDevices } from '@tabler/icons-react';
import { mount, press } from '../mount-for-test.tsx';
import type { PagedList } from './use-paged-list.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

const columns: readonly Column<Person>[] = [
  { key: 'name', header: 'Name' as never, sortable: true, card: 'title' },
  { key: 'email', header: 'Email' as never },
];
const people = [
  { id: 21, name: 'Anna', email: 'anna@example.org' },
  { id: 22, name: 'Bela', email: '' },
];

function listOf(change: Partial<PagedList<Person>> = {}): PagedList<Person> {
  return {
    rows: people,
    pagination: paginationOf(2, 20, 22),
    loading: false,
    refreshing: false,
    error: null,
    refetch: () => Promise.resolve(),
    view: { search: '', sortBy: 'name', sortDirection: 'asc', page: 2, pageSize: 20, change: () => undefined },
    ...change,
  };
}

function render(list: PagedList<Person>) {
  const empty = <ListEmptyView list={list} icon={IconDevices} title="No People available" hint="Add one." />;
  return mount(<DataTable label="People" columns={columns} list={list} empty={empty} />).box;
}

const textsOf = (box: Element, selector: string) => [...box.querySelectorAll(selector)].map((item) => item.textContent);

/** A table whose columns are new objects on every render. */
const withNewColumns = () => (
  <DataTable
    label="People"
    columns={[{ key: 'name', header: 'Name' as never, cell: ({ name }) => <input aria-label={name} />, card: 'title' }]}
    list={listOf()}
    empty={null}
  />
);

describe('DataTable', () => {
  it('shows a plus sign when the total is only a minimum', () => {
    const pagination = { ...paginationOf(2, 20, 10_000), totalIsMinimum: true };
    expect(render(listOf({ pagination })).textContent).toContain('Showing 21–22 of 10,000+');
  });

  it('shows the rows, a dash for an empty value, and the range of the page', () => {
    const box = render(listOf());
    expect(textsOf(box, 'tbody td')).toEqual(['Anna', 'anna@example.org', 'Bela', '–']);
    expect(box.textContent).toContain('Showing 21–22 of 22');
    expect(box.querySelector('table')?.getAttribute('aria-busy')).toBe('false');
  });

  it('marks the sorted column with its direction, and renders buttons only for sortable columns', () => {
    const box = render(listOf());
    const headings = [...box.querySelectorAll('th')];
    expect(headings.map((th) => th.getAttribute('aria-sort'))).toEqual(['ascending', null]);
    expect(textsOf(box, 'th button')).toEqual(['Name']);
  });

  it.each([
    ['name', 'asc', 'desc'],
    ['name', 'desc', 'asc'],
    ['email', 'asc', 'asc'],
  ] as const)('sorted by %s %s, sorts by name %s when the heading is pressed', async (sortBy, sortDirection, next) => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf();
    const box = render({ ...list, view: { ...list.view, sortBy, sortDirection, change } });
    await press(box, 'Name');
    expect(change).toHaveBeenCalledWith({ sortBy: 'name', sortDirection: next });
  });

  it('changes the page with the pagination', async () => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf();
    const box = render({ ...list, view: { ...list.view, change } });
    const pager = box.querySelector('nav[aria-label="Pages of People"]');
    await act(async () => pager?.querySelector<HTMLElement>('[aria-label="Previous page"]')?.click());
    expect(change).toHaveBeenCalledWith({ page: 1 });
    expect(pager?.querySelector('[aria-current="page"]')?.textContent).toBe('2');
  });

  it('shows a full page of skeleton rows while loading', () => {
    const box = render(listOf({ rows: [], pagination: null, loading: true }));
    expect(box.querySelectorAll('tbody tr')).toHaveLength(20);
    expect(box.querySelector('table')?.getAttribute('aria-busy')).toBe('true');
    expect(box.textContent).not.toContain('No People available');
  });

  it('keeps the previous rows, marked as refreshing, while the next page loads', () => {
    const box = render(listOf({ refreshing: true }));
    expect(textsOf(box, 'tbody td')).toContain('Anna');
    expect(box.querySelector('tbody')?.hasAttribute('data-refreshing')).toBe(true);
  });

  it('[SPEC 2.100] every list has an empty view (for example No Users available) with a Refresh button', async () => {
    const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const box = render(listOf({ rows: [], pagination: paginationOf(1, 20, 0), refetch }));
    expect(box.querySelector('table')).toBeNull();
    expect(box.textContent).toContain('No People available');
    await press(box, 'Refresh');
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('shows that nothing matches the search, and clears it', async () => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf({ rows: [], pagination: paginationOf(1, 20, 0) });
    const box = render({ ...list, view: { ...list.view, search: 'zz', change } });
    expect(box.textContent).toContain('Nothing matches “zz”');
    await press(box, 'Clear search');
    expect(change).toHaveBeenCalledWith({ search: '' });
  });

  it('keeps the focus in a cell when the columns are new objects', () => {
    const { box, redraw } = mount(withNewColumns());
    const first = box.querySelector('input');
    first?.focus();
    act(() => redraw(withNewColumns()));
    expect(box.querySelector('input')).toBe(first);
    expect(document.activeElement).toBe(first);
  });

  it('shows the error and retries', async () => {
    const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const error = new ApiError('This device does not exist or is not assigned to you.', 404, 'device_not_found');
    const box = render(listOf({ rows: [], pagination: null, error, refetch }));
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('This device does not exist');
    await press(box, 'Try again');
    expect(refetch).toHaveBeenCalledOnce();
  });
});
