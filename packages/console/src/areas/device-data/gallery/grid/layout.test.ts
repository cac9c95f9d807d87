import { describe, expect, it } from 'vitest';
import { layOut, monthsOf, positionAfter, rowAt } from './layout.ts';

const measures = { columns: 3, headingHeight: 40, cellHeight: 100 };
const days = [
  { day: '2026-11-15', count: 4 },
  { day: '2026-10-02', count: 1 },
  { day: '2026-08-20', count: 3 },
];
const layout = layOut(days, 8, measures);

describe('the layout of a gallery', () => {
  it('gives each day a heading and rows without gaps', () => {
    expect(layout.rows.map(({ kind, from, to, top }) => [kind, from, to, top])).toEqual([
      ['heading', 0, 4, 0],
      ['cells', 0, 3, 40],
      ['cells', 3, 4, 140],
      ['heading', 4, 5, 240],
      ['cells', 4, 5, 280],
      ['heading', 5, 8, 380],
      ['cells', 5, 8, 420],
    ]);
    expect(layout.sections.map(({ top, height }) => [top, height])).toEqual([
      [0, 240],
      [240, 140],
      [380, 140],
    ]);
    expect(layout.height).toBe(520);
  });

  it('groups days of a month that fit into one row', () => {
    const counts = [
      ['2026-11-15', 1],
      ['2026-11-12', 1],
      ['2026-11-09', 1],
      ['2026-11-02', 1],
      ['2026-10-30', 1],
    ] as const;
    const sparse = layOut(
      counts.map(([day, count]) => ({ day, count })),
      5,
      measures,
    );
    expect(sparse.sections.map(({ day, until, count }) => [day, until, count])).toEqual([
      ['2026-11-15', '2026-11-09', 3],
      ['2026-11-02', null, 1],
      ['2026-10-30', null, 1],
    ]);
  });

  it('has one section without heading when the list is not sorted by time', () => {
    const unsorted = layOut(null, 7, measures);
    expect(unsorted.rows.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['cells', 0, 3],
      ['cells', 3, 6],
      ['cells', 6, 7],
    ]);
    expect(layOut(null, 0, measures)).toMatchObject({ rows: [], height: 0 });
  });

  it('finds the row of every position', () => {
    expect([0, 2, 3, 4, 5, 7].map((position) => layout.rows[rowAt(layout, position)]?.from)).toEqual([
      0, 0, 3, 4, 5, 5,
    ]);
    expect([0, 3, 4, 5].every((position) => layout.rows[rowAt(layout, position)]?.kind === 'cells')).toBe(true);
  });

  it.each([
    [1, 'ArrowRight', 2],
    [7, 'ArrowRight', 7],
    [0, 'ArrowLeft', 0],
    [1, 'ArrowDown', 3],
    [3, 'ArrowDown', 4],
    [4, 'ArrowDown', 5],
    [7, 'ArrowUp', 4],
    [0, 'ArrowUp', 0],
    [0, 'End', 7],
    [7, 'Home', 0],
    [0, 'PageDown', 5],
    [3, 'x', 3],
  ])('moves from %i with %s to %i', (position, key, expected) => {
    expect(positionAfter(layout, position, key)).toBe(expected);
  });

  it('finds the first position of each month', () => {
    expect(monthsOf(layout.sections)).toEqual([
      { month: '2026-11', from: 0 },
      { month: '2026-10', from: 4 },
      { month: '2026-08', from: 5 },
    ]);
  });

  it('lays out ten thousand cells', () => {
    const many = layOut(
      Array.from({ length: 700 }, (_, index) => ({ day: `day-${index}-${index}`, count: 15 })),
      10_500,
      measures,
    );
    expect(many.rows).toHaveLength(700 * 6);
    expect(many.rows[rowAt(many, 10_499)]).toMatchObject({ kind: 'cells', to: 10_500 });
  });
});
