import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { paginationOf } from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { ListEmptyView } from './list-empty-view.tsx';
import { IconDevices } from '@tabler/icons-react';
import { mount, press } from './mount-for-test.tsx';
import type { PagedList } from './use-paged-list.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

const columns: readonly Column<Person>[] = [
  { key: 'name', header: 'Name', sortable: true, card: 'title' },
  { key: 'email', header: 'Email' },
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

function draw(list: PagedList<Person>) {
  const empty = <ListEmptyView list={list} icon={IconDevices} title="No People available" hint="Add one." />;
  return mount(<DataTable label="People" columns={columns} list={list} empty={empty} />).box;
}

const textsOf = (box: Element, selector: string) => [...box.querySelectorAll(selector)].map((item) => item.textContent);

/** A table whose columns are other ones each time. */
const withNewColumns = () => (
  <DataTable
    label="People"
    columns={[{ key: 'name', header: 'Name', cell: ({ name }) => <input aria-label={name} />, card: 'title' }]}
    list={listOf()}
    empty={null}
  />
);

describe('DataTable', () => {
  it('says so when there are more than somebody counted', () => {
    const pagination = { ...paginationOf(2, 20, 10_000), totalIsMinimum: true };
    expect(draw(listOf({ pagination })).textContent).toContain('Showing 21–22 of 10,000+');
  });

  it('shows rows, a dash for what is empty, and where the page stands', () => {
    const box = draw(listOf());
    expect(textsOf(box, 'tbody td')).toEqual(['Anna', 'anna@example.org', 'Bela', '–']);
    expect(box.textContent).toContain('Showing 21–22 of 22');
    expect(box.querySelector('table')?.getAttribute('aria-busy')).toBe('false');
  });

  it('tells which column is sorted and which way, and only sortable headings are buttons', () => {
    const box = draw(listOf());
    const headings = [...box.querySelectorAll('th')];
    expect(headings.map((th) => th.getAttribute('aria-sort'))).toEqual(['ascending', null]);
    expect(textsOf(box, 'th button')).toEqual(['Name']);
  });

  it('asks for the other direction when the sorted heading is pressed', async () => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf();
    const box = draw({ ...list, view: { ...list.view, change } });
    await press(box, 'Name');
    expect(change).toHaveBeenCalledWith({ sortBy: 'name', sortDirection: 'desc' });
  });

  it('turns the page by the pager', async () => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf();
    const box = draw({ ...list, view: { ...list.view, change } });
    const pager = box.querySelector('nav[aria-label="Pages of People"]');
    await act(async () => pager?.querySelector<HTMLElement>('[aria-label="Previous page"]')?.click());
    expect(change).toHaveBeenCalledWith({ page: 1 });
    expect(pager?.querySelector('[aria-current="page"]')?.textContent).toBe('2');
  });

  it('holds the place of a full page while loading', () => {
    const box = draw(listOf({ rows: [], pagination: null, loading: true }));
    expect(box.querySelectorAll('tbody tr')).toHaveLength(20);
    expect(box.querySelector('table')?.getAttribute('aria-busy')).toBe('true');
    expect(box.textContent).not.toContain('No People available');
  });

  it('keeps the rows before, marked as old, while the next are on their way', () => {
    const box = draw(listOf({ refreshing: true }));
    expect(textsOf(box, 'tbody td')).toContain('Anna');
    expect(box.querySelector('tbody')?.hasAttribute('data-refreshing')).toBe(true);
  });

  it('[SPEC 2.100] every list has an empty view (for example No Users available) with a Refresh button', async () => {
    const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const box = draw(listOf({ rows: [], pagination: paginationOf(1, 20, 0), refetch }));
    expect(box.querySelector('table')).toBeNull();
    expect(box.textContent).toContain('No People available');
    await press(box, 'Refresh');
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('says that the search found nothing, and clears it', async () => {
    const change = vi.fn<PagedList<Person>['view']['change']>();
    const list = listOf({ rows: [], pagination: paginationOf(1, 20, 0) });
    const box = draw({ ...list, view: { ...list.view, search: 'zz', change } });
    expect(box.textContent).toContain('Nothing matches “zz”');
    await press(box, 'Clear search');
    expect(change).toHaveBeenCalledWith({ search: '' });
  });

  it('keeps what a cell holds when its columns are made anew: the keyboard stays where it is', () => {
    const { box, redraw } = mount(withNewColumns());
    const first = box.querySelector('input');
    first?.focus();
    act(() => redraw(withNewColumns()));
    expect(box.querySelector('input')).toBe(first);
    expect(document.activeElement).toBe(first);
  });

  it('shows what went wrong and tries again', async () => {
    const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const error = new ApiError('This device does not exist or is not assigned to you.', 404, 'device_not_found');
    const box = draw(listOf({ rows: [], pagination: null, error, refetch }));
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('This device does not exist');
    await press(box, 'Try again');
    expect(refetch).toHaveBeenCalledOnce();
  });
});
