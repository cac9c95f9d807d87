import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import type { GridRow, Layout } from './layout.ts';

interface Window {
  layout: Layout;
  /** Where the grid begins on the page, and what stays above it. */
  top: number;
  covered: number;
  /** A row that is drawn wherever it is: the one with the focus, or the keyboard would lose its place. */
  kept: number;
}

interface VirtualRows {
  /** Those on screen and around it, in their order. */
  drawn: readonly GridRow[];
  /** The places on screen and around it. */
  first: number;
  last: number;
  /** Makes a row visible, at the top or where that takes the least scrolling. */
  scrollTo: (row: number, align: 'start' | 'auto') => void;
}

/** What the selection's bar may cover at the bottom. */
const below = 80;

/** Which rows of the layout to draw for where the window is scrolled to. */
export function useVirtualRows({ layout, top, covered, kept }: Window): VirtualRows {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtual = useWindowVirtualizer({
    count: layout.rows.length,
    estimateSize: (row) => layout.rows[row]?.height ?? 0,
    overscan: 4,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: below,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), kept])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, layout]);

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const from = layout.rows[Math.max(0, startIndex - 4)]?.from ?? 0;
  return {
    drawn: virtual.getVirtualItems().flatMap(({ index }) => layout.rows[index] ?? []),
    first: from,
    last: Math.max(from, (layout.rows[Math.min(layout.rows.length - 1, endIndex + 4)]?.to ?? 1) - 1),
    scrollTo: (row, align) => virtual.scrollToIndex(row, { align }),
  };
}
