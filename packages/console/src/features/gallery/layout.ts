/** Where everything stands in a grid of thousands of equal cells, known before any of them is read. */

export interface Day {
  day: string;
  count: number;
}

/** Cells that belong together, under one heading. */
export interface Section {
  /** Null for a list that is not in the order of time: it has one section and no heading. */
  day: string | null;
  /** The place of its first cell in the whole list. */
  from: number;
  count: number;
  top: number;
  height: number;
}

export interface GridRow {
  kind: 'heading' | 'cells';
  section: Section;
  /** The places it holds: `from` up to, not including, `to`. */
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
  /** A row of cells with the gap below it. */
  cellHeight: number;
}

/** Lays out days as they come, or `total` cells without days when there are none to show. */
export function layOut(days: readonly Day[] | null, total: number, measures: Measures): Layout {
  const { columns, headingHeight, cellHeight } = measures;
  const groups = days?.map(({ day, count }) => ({ day, count })) ?? [{ day: null, count: total }];
  const sections: Section[] = [];
  const rows: GridRow[] = [];
  let place = 0;
  let top = 0;
  for (const { day, count } of groups) {
    const section: Section = { day, from: place, count, top, height: 0 };
    const end = place + count;
    if (day !== null) {
      rows.push({ kind: 'heading', section, from: place, to: end, top, height: headingHeight });
      top += headingHeight;
    }
    for (; place < end; place += columns) {
      rows.push({ kind: 'cells', section, from: place, to: Math.min(place + columns, end), top, height: cellHeight });
      top += cellHeight;
    }
    place = end;
    section.height = top - section.top;
    sections.push(section);
  }
  return { columns, sections, rows, height: top };
}

/** The row that holds a place. */
export function rowAt({ rows }: Layout, place: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row && (row.kind === 'heading' ? row.from : row.to) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where an arrow key leads from a place: up and down keep the column where the row is long enough. */
export function placeAfter(layout: Layout, place: number, key: string): number {
  const last = lastPlace(layout);
  if (key === 'ArrowLeft') return Math.max(0, place - 1);
  if (key === 'ArrowRight') return Math.min(last, place + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -4, PageDown: 4 }[key];
  return step === undefined ? place : placeInRow(layout, place, step);
}

function placeInRow(layout: Layout, place: number, step: number): number {
  const cells = layout.rows.filter(({ kind }) => kind === 'cells');
  const at = cells.findIndex(({ to }) => to > place);
  const from = cells[at];
  const target = cells[Math.min(cells.length - 1, Math.max(0, at + step))];
  if (!from || !target || from === target) return place;
  return Math.min(target.to - 1, target.from + (place - from.from));
}

function lastPlace({ sections }: Layout): number {
  const last = sections.at(-1);
  return last ? Math.max(0, last.from + last.count - 1) : 0;
}

/** The months of these days, each with its first place. */
export function monthsOf(sections: readonly Section[]): { month: string; from: number }[] {
  const months = new Map<string, number>();
  for (const { day, from } of sections) {
    const month = day?.slice(0, 7);
    if (month !== undefined && !months.has(month)) months.set(month, from);
  }
  return Array.from(months, ([month, from]) => ({ month, from }));
}
