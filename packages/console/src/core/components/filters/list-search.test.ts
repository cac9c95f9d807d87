import { describe, expect, it } from 'vitest';
import { changeListSearch, readListSearch, readPage, writeListSearch, type ListDefaults } from './list-search.ts';

const defaults: ListDefaults<'name' | 'email'> = {
  sortFields: ['name', 'email'],
  sortBy: 'name',
  sortDirection: 'asc',
};
const start = { search: '', sortBy: 'name', sortDirection: 'asc', page: 1, pageSize: 20 };

describe('reading a list from the URL', () => {
  it('reads valid parameters', () => {
    const raw = { search: 'anna', sortBy: 'email', sortDirection: 'desc', page: 3, pageSize: 50 };
    expect(readListSearch(raw, defaults)).toEqual(raw);
  });

  it('[SPEC 9.13] uses the defaults without parameters: 20 rows of the first page', () => {
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
  ])('reads invalid parameters as the defaults: %j', (raw) => {
    expect(readListSearch(raw, defaults)).toEqual(start);
  });

  it('reads a number as a search text, and cuts a text that is too long for the server', () => {
    expect(readListSearch({ search: 41 }, defaults).search).toBe('41');
    expect(readListSearch({ search: `  ${'x'.repeat(500)}` }, defaults).search).toHaveLength(100);
  });

  it('parses a page number from text', () => {
    expect(readPage('4')).toBe(4);
    expect(readPage(true)).toBe(1);
  });
});

describe('writing a list to the URL', () => {
  it('leaves out defaults', () => {
    expect(Object.values(writeListSearch(readListSearch({}, defaults), defaults))).toEqual(Array(5).fill(undefined));
  });

  it('writes parameters that are read back unchanged', () => {
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

  it('changes the page and keeps the rest', () => {
    expect(changeListSearch(list, { page: 8 })).toEqual({ ...list, page: 8 });
  });
});
