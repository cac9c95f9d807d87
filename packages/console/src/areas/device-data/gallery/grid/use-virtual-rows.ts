import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import type { GridRow, Layout } from './layout.ts';

interface VirtualRowsOptions {
  layout: Layout;
  /** The distance of the grid from the top of the page, in pixels. */
  top: number;
  /** The height of the sticky elements that cover the top of the window, in pixels. */
  covered: number;
  /** The row with the focus. It is always rendered, because removing it would lose the focus. */
  focusedRow: number;
}

interface VirtualRows {
  /** The rows on screen and around it, in order. */
  rendered: readonly GridRow[];
  /** The range of positions on screen and around it, both inclusive. */
  first: number;
  last: number;
  /** Scrolls to a row: to the top of the window, or with as little scrolling as possible. */
  scrollTo: (row: number, align: 'start' | 'auto') => void;
}

/** The height that the selection bar may cover at the bottom, in pixels. */
const bottomPadding = 80;

/** Selects the rows to render for the current scroll position of the window. */
export function useVirtualRows({ layout, top, covered, focusedRow }: VirtualRowsOptions): VirtualRows {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtual = useWindowVirtualizer({
    count: layout.rows.length,
    estimateSize: (row) => layout.rows[row]?.height ?? 0,
    overscan: 4,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: bottomPadding,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focusedRow])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, layout]);

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const from = layout.rows[Math.max(0, startIndex - 4)]?.from ?? 0;
  return {
    rendered: virtual.getVirtualItems().flatMap(({ index }) => layout.rows[index] ?? []),
    first: from,
    last: Math.max(from, (layout.rows[Math.min(layout.rows.length - 1, endIndex + 4)]?.to ?? 1) - 1),
    scrollTo: (row, align) => virtual.scrollToIndex(row, { align }),
  };
}
