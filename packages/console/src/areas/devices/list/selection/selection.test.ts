import { describe, expect, it } from 'vitest';
import {
  countSelected,
  isEmpty,
  isPageSelected,
  isSelected,
  nothing,
  selectionInput,
  selectRange,
  togglePage,
  toggleRow,
  type Selection,
} from './selection.ts';

const depot = { id: 9, name: 'Depot', colour: 'red' } as const;
const rows = [1, 2, 3, 4].map((id) => ({ id, groups: id <= 2 ? [depot] : [] }));
const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
const matching: Selection = { by: 'MATCHING', search: 'ada', filter: { status: 'Online' } };
const group: Selection = { by: 'GROUP', groupId: depot.id };
const idsOf = (selection: Selection) => (selection.by === 'DEVICES' ? [...selection.ids] : selection.by);

describe('a selection of devices', () => {
  it('is kept over pages: what is on another page stays selected', () => {
    const one = toggleRow(nothing, { id: 77, groups: [] }, [{ id: 77, groups: [] }]);
    const two = toggleRow(one, second, rows);
    expect(idsOf(two)).toEqual([77, 2]);
    const page = togglePage(two, rows);
    expect(idsOf(page)).toEqual([77, 2, 1, 3, 4]);
    expect(isPageSelected(page, rows)).toBe(true);
    expect(idsOf(togglePage(page, rows))).toEqual([77]);
    expect(isEmpty(toggleRow(one, { id: 77, groups: [] }, rows))).toBe(true);
  });

  it('selects a range with its ends, in both directions, and one device without an anchor on screen', () => {
    expect(idsOf(selectRange(nothing, { from: 2, to: 4 }, rows))).toEqual([2, 3, 4]);
    expect(idsOf(selectRange(nothing, { from: 3, to: 1 }, rows))).toEqual([1, 2, 3]);
    expect(idsOf(selectRange(nothing, { from: 77, to: 3 }, rows))).toEqual([3]);
  });

  it('of all that match has every row, and becomes the rest of the page when one is deselected', () => {
    expect(rows.every((row) => isSelected(matching, row))).toBe(true);
    expect(idsOf(toggleRow(matching, third, rows))).toEqual([1, 2, 4]);
    expect(isEmpty(togglePage(matching, rows))).toBe(true);
  });

  it('of a group has its devices, and can be extended by hand', () => {
    expect(rows.filter((row) => isSelected(group, row))).toEqual([first, second]);
    expect(isPageSelected(group, rows)).toBe(false);
    expect(idsOf(toggleRow(group, third, rows))).toEqual([1, 2, 3]);
    expect(idsOf(togglePage(group, rows))).toEqual([1, 2, 3, 4]);
  });

  it('counts what it names, what matches, or what the group has', () => {
    const totals = { matching: 4000, groups: [{ id: depot.id, devices: 12 }] };
    expect(countSelected(toggleRow(nothing, first, rows), totals)).toBe(1);
    expect(countSelected(matching, totals)).toBe(4000);
    expect(countSelected(group, totals)).toBe(12);
    // The group was deleted meanwhile.
    expect(countSelected(group, { ...totals, groups: [] })).toBe(0);
  });

  it('is sent as names, as a search, or as a group', () => {
    expect(selectionInput({ by: 'DEVICES', ids: new Set([12, 3]) })).toEqual({ by: 'DEVICES', deviceIds: [3, 12] });
    expect(selectionInput(matching)).toEqual({ by: 'MATCHING', search: 'ada', filter: { status: 'Online' } });
    expect(selectionInput(group)).toEqual({ by: 'GROUP', groupId: 9 });
  });
});
