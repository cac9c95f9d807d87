import { describe, expect, it } from 'vitest';
import { matchingRows, pageOfRows, wholeList, type RowRules } from './whole-list.ts';

interface Box {
  id: number;
  name: string;
  weight: number;
  content: readonly string[];
}

const boxes: readonly Box[] = [
  { id: 3, name: 'Cups', weight: 5, content: [] },
  { id: 1, name: 'apples', weight: 12, content: ['Red', 'Green'] },
  { id: 2, name: 'Ästhetik', weight: 5, content: ['Books'] },
];
const rules: RowRules<Box, 'name' | 'weight'> = {
  texts: ({ name, content }) => [name, ...content],
  sortValues: { name: ({ name }) => name, weight: ({ weight }) => weight },
};
const refetch = () => Promise.resolve();
const view = { search: '', sortBy: 'name', sortDirection: 'asc', page: 1, pageSize: 2 } as const;
const idsOf = (change: Partial<Parameters<typeof matchingRows<Box, 'name' | 'weight'>>[1]>) =>
  matchingRows(boxes, { ...view, ...change }, rules).map(({ id }) => id);

describe('a list that is read as a whole', () => {
  it('is searched in each of its texts, in any case', () => {
    expect(idsOf({ search: 'GREEN' })).toEqual([1]);
    expect(idsOf({ search: 'cup' })).toEqual([3]);
    expect(idsOf({ search: 'nothing' })).toEqual([]);
  });

  it('sorts texts as the language does, numbers by size, and equal ones by id', () => {
    expect(idsOf({})).toEqual([1, 2, 3]);
    expect(idsOf({ sortDirection: 'desc' })).toEqual([3, 2, 1]);
    expect(idsOf({ sortBy: 'weight' })).toEqual([2, 3, 1]);
    expect(idsOf({ sortBy: 'weight', sortDirection: 'desc' })).toEqual([1, 2, 3]);
  });

  it('is shown page by page, and leaves what was read as it is', () => {
    const rows = matchingRows(boxes, view, rules);
    expect(pageOfRows(rows, { page: 2, pageSize: 2 })).toEqual({
      rows: [boxes[0]],
      pagination: { page: 2, pageSize: 2, totalItems: 3, totalPages: 2 },
    });
    expect(boxes.map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  it('has an error only while there is nothing to show', () => {
    const result = { data: undefined, error: new Error('Away'), isPending: false, isPlaceholderData: false, refetch };
    const listView = { ...view, change: () => undefined };
    expect(wholeList(result, [], listView).error).toBe(result.error);
    expect(wholeList({ ...result, data: boxes }, boxes, listView)).toMatchObject({ error: null, rows: [{}, {}] });
  });
});
