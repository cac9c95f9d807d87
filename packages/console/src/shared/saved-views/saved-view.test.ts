import { describe, expect, it } from 'vitest';
import { isSame, searchOf, viewStateOf } from './saved-view.ts';

describe('a saved view', () => {
  it('keeps search, filters, sort and columns, but not the page', () => {
    const raw = {
      search: 'mara & co',
      status: 'Offline',
      sortBy: 'id',
      adminId: 3,
      page: 4,
      user: 7,
      history: 'open',
      historyPage: 2,
      recorder: 'open',
      recordingHistory: 'open',
      recordingHistoryPage: 3,
      capturesPage: 2,
      odd: { a: 1 },
      no: undefined,
    };
    const state = viewStateOf(raw, ['id', 'appName']);
    expect(state.hidden).toEqual(['appName', 'id']);
    expect(searchOf(state)).toEqual({ search: 'mara & co', status: 'Offline', sortBy: 'id', adminId: 3 });
  });

  it('is recognized whatever the order of its parameters, and not with another column hidden', () => {
    const one = viewStateOf({ a: 1, b: 'x' }, ['p', 'q']);
    expect(isSame(one, viewStateOf({ b: 'x', a: '1' }, ['q', 'p']))).toBe(true);
    expect(isSame(one, { ...one, hidden: ['p'] })).toBe(false);
    expect(isSame(one, viewStateOf({ a: 1 }, ['p', 'q']))).toBe(false);
  });
});
