/** The layout of a grid of thousands of equal cells, computed before any item is loaded. */

export interface Day {
  day: string;
  count: number;
}

/** The cells under one heading. */
export interface Section {
  /** The first day; null for a list that is not sorted by time, which has one section without heading. */
  day: string | null;
  /** The last day, when the section has several; otherwise null. */
  until: string | null;
  /** The position of the first cell in the whole list. */
  from: number;
  count: number;
  top: number;
  height: number;
}

export interface GridRow {
  kind: 'heading' | 'cells';
  section: Section;
  /** The range of positions: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  top: number;
  height: number;
}

export interface Layout {
  columns: number;
  sections: readonly Section[];
  rows: readonly GridRow[];
  height: number;
}

interface Measures {
  columns: number;
  headingHeight: number;
  /** The height of a row of cells, including the gap below. */
  cellHeight: number;
}

/** Merges consecutive days of a month that fit into one row together. A row per day would be mostly empty. */
function groupDays(days: readonly Day[], columns: number): Pick<Section, 'day' | 'until' | 'count'>[] {
  const groups: { day: string; until: string | null; count: number }[] = [];
  for (const { day, count } of days) {
    const last = groups.at(-1);
    if (last && last.day.slice(0, 7) === day.slice(0, 7) && last.count + count <= columns) {
      last.until = day;
      last.count += count;
    } else groups.push({ day, until: null, count });
  }
  return groups;
}

/** Lays out the days in the given order; for null, `total` cells in one section. */
export function layOut(days: readonly Day[] | null, total: number, measures: Measures): Layout {
  const { columns, headingHeight, cellHeight } = measures;
  const groups = days ? groupDays(days, columns) : [{ day: null, until: null, count: total }];
  const sections: Section[] = [];
  const rows: GridRow[] = [];
  let position = 0;
  let top = 0;
  for (const { day, until, count } of groups) {
    const section: Section = { day, until, from: position, count, top, height: 0 };
    const end = position + count;
    if (day !== null) {
      rows.push({ kind: 'heading', section, from: position, to: end, top, height: headingHeight });
      top += headingHeight;
    }
    for (; position < end; position += columns) {
      rows.push({
        kind: 'cells',
        section,
        from: position,
        to: Math.min(position + columns, end),
        top,
        height: cellHeight,
      });
      top += cellHeight;
    }
    position = end;
    section.height = top - section.top;
    sections.push(section);
  }
  return { columns, sections, rows, height: top };
}

/** The index of the row of cells that contains a position. */
export function rowAt({ rows }: Layout, position: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row && (row.kind === 'heading' ? row.from : row.to) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position that a navigation key leads to. Up and down keep the column if the target row is long enough. */
export function positionAfter(layout: Layout, position: number, key: string): number {
  const last = lastPosition(layout);
  if (key === 'ArrowLeft') return Math.max(0, position - 1);
  if (key === 'ArrowRight') return Math.min(last, position + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -4, PageDown: 4 }[key];
  return step === undefined ? position : moveByRows(layout, position, step);
}

function moveByRows(layout: Layout, position: number, step: number): number {
  const cells = layout.rows.filter(({ kind }) => kind === 'cells');
  const rowIndex = cells.findIndex(({ to }) => to > position);
  const currentRow = cells[rowIndex];
  const target = cells[Math.min(cells.length - 1, Math.max(0, rowIndex + step))];
  if (!currentRow || !target || currentRow === target) return position;
  return Math.min(target.to - 1, target.from + (position - currentRow.from));
}

function lastPosition({ sections }: Layout): number {
  const last = sections.at(-1);
  return last ? Math.max(0, last.from + last.count - 1) : 0;
}

/** The months of the sections, each with its first position. */
export function monthsOf(sections: readonly Section[]): { month: string; from: number }[] {
  const months = new Map<string, number>();
  for (const { day, from } of sections) {
    const month = day?.slice(0, 7);
    if (month !== undefined && !months.has(month)) months.set(month, from);
  }
  return Array.from(months, ([month, from]) => ({ month, from }));
}
