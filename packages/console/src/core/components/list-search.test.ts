import { describe, expect, it } from 'vitest';
import { limits } from '@fairwatch/contract';
import { changeListSearch, readListSearch, readPage, writeListSearch, type ListDefaults } from './list-search.ts';

const defaults: ListDefaults<'name' | 'email'> = {
  sortFields: ['name', 'email'],
  sortBy: 'name',
  sortDirection: 'asc',
};
const start = { search: '', sortBy: 'name', sortDirection: 'asc', page: 1, pageSize: limits.page.defaultSize };

describe('reading a list from the URL', () => {
  it('takes what is there', () => {
    const raw = { search: 'anna', sortBy: 'email', sortDirection: 'desc', page: 3, pageSize: 50 };
    expect(readListSearch(raw, defaults)).toEqual(raw);
  });

  it('starts at the defaults when nothing is there', () => {
    expect(readListSearch({}, defaults)).toEqual(start);
  });

  it.each([
    { page: 'abc' },
    { page: -1 },
    { page: 1.5 },
    { page: 1e12 },
    { page: {}, pageSize: 7 },
    { pageSize: 5000 },
    { sortBy: 'password' },
    { sortBy: { toString: 'x' } },
    { sortDirection: 'sideways' },
    { search: { $ne: null } },
    { search: ['a'] },
    { search: null, page: null, pageSize: null, sortBy: null, sortDirection: null },
  ])('reads rubbish as the default: %j', (raw) => {
    expect(readListSearch(raw, defaults)).toEqual(start);
  });

  it('keeps a number that was searched for, and cuts what the server would refuse', () => {
    expect(readListSearch({ search: 41 }, defaults).search).toBe('41');
    expect(readListSearch({ search: `  ${'x'.repeat(500)}` }, defaults).search).toHaveLength(limits.search.maxLength);
  });

  it('reads a page number from text', () => {
    expect(readPage('4')).toBe(4);
    expect(readPage(true)).toBe(1);
  });
});

describe('writing a list to the URL', () => {
  it('does not write defaults', () => {
    expect(Object.values(writeListSearch(readListSearch({}, defaults), defaults))).toEqual(Array(5).fill(undefined));
  });

  it('comes back as it was written', () => {
    const list = { search: 'x', sortBy: 'email', sortDirection: 'desc', page: 9, pageSize: 100 } as const;
    expect(readListSearch(writeListSearch(list, defaults), defaults)).toEqual(list);
  });
});

describe('changing a list', () => {
  const list = { ...readListSearch({ page: 7 }, defaults) };

  it.each([{ search: 'b' }, { sortBy: 'email' }, { sortDirection: 'desc' as const }, { pageSize: 50 }])(
    'goes back to page 1 with %j',
    (change) => expect(changeListSearch(list, change)).toMatchObject({ ...change, page: 1 }),
  );

  it('turns a page without touching the rest', () => {
    expect(changeListSearch(list, { page: 8 })).toEqual({ ...list, page: 8 });
  });
});
