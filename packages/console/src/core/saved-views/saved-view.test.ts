import { describe, expect, it } from 'vitest';
import { isSame, isViews, rename, save, savedViewLimits, seenIn, type SavedView } from './saved-view.ts';

const offline: SavedView = { name: 'Offline', search: { status: 'Offline' }, hidden: [] };
const mine: SavedView = { name: 'Mine', search: { adminId: 3 }, hidden: ['id'] };

describe('a saved view', () => {
  it('keeps search, filters, sort and columns, and not where one stood in the list', () => {
    const raw = {
      search: 'mara',
      status: 'Offline',
      sortBy: 'id',
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
    expect(seenIn(raw, ['id', 'appName'])).toEqual({
      search: { search: 'mara', status: 'Offline', sortBy: 'id' },
      hidden: ['appName', 'id'],
    });
  });

  it('is known again whatever the order, and not with another column hidden', () => {
    const one = { search: { a: 1, b: 'x' }, hidden: ['p', 'q'] };
    expect(isSame(one, { search: { b: 'x', a: '1' }, hidden: ['q', 'p'] })).toBe(true);
    expect(isSame(one, { ...one, hidden: ['p'] })).toBe(false);
    expect(isSame(one, { ...one, search: { a: 1 } })).toBe(false);
  });

  it('is replaced where it stands by one of the same name', () => {
    const seen = { search: { status: 'Online' }, hidden: [] };
    expect(save([offline, mine], 'Offline', seen)).toEqual([{ ...seen, name: 'Offline' }, mine]);
    expect(save([offline], 'New', seen).map(({ name }) => name)).toEqual(['Offline', 'New']);
  });

  it('gives way, the oldest first, when there are too many', () => {
    const many = Array.from({ length: savedViewLimits.views }, (_, index) => ({ ...offline, name: `View ${index}` }));
    const names = save(many, 'New', mine).map(({ name }) => name);
    expect(names).toHaveLength(savedViewLimits.views);
    expect([names[0], names.at(-1)]).toEqual(['View 1', 'New']);
  });

  it('is renamed, and then there is no second one of that name', () => {
    expect(rename([offline, mine], 'Offline', 'Away')).toEqual([{ ...offline, name: 'Away' }, mine]);
    expect(rename([offline, mine], 'Offline', 'Mine')).toEqual([{ ...offline, name: 'Mine' }]);
    expect(rename([offline, mine], 'Mine', 'Mine')).toEqual([offline, mine]);
  });

  it.each([null, {}, [1], [{ name: 'x' }], [{ ...offline, search: { a: {} } }], [{ ...offline, hidden: 'id' }]])(
    'is not read from what somebody left in the storage: %j',
    (left) => {
      expect(isViews(left)).toBe(false);
    },
  );

  it('is read from what was stored', () => {
    expect(isViews(JSON.parse(JSON.stringify([offline, mine])))).toBe(true);
  });
});
