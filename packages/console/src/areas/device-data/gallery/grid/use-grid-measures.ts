import { useLayoutEffect, useState, type RefObject } from 'react';

const minCell = 148;
const minCellOnPhone = 104;
const phoneWidth = 560;
const minColumns = 3;

interface GridMeasures {
  columns: number;
  /** The side of a cell, in pixels. */
  cell: number;
  /** The distance from the top of the page, in pixels. */
  top: number;
  /** The height of the sticky page header, in pixels. */
  header: number;
}

/** Measures how many columns fit and where the grid starts. Updated when the window or the content above the grid changes. */
export function useGridMeasures(box: RefObject<HTMLElement | null>, gap: number): GridMeasures {
  const [measures, setMeasures] = useState<GridMeasures>({
    columns: minColumns,
    cell: minCell,
    top: 0,
    header: 0,
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const minSize = width < phoneWidth ? minCellOnPhone : minCell;
      const columns = Math.max(minColumns, Math.floor((width + gap) / (minSize + gap)));
      const next = {
        columns,
        cell: Math.max(1, Math.floor((width - gap * (columns - 1)) / columns)),
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
        header: document.querySelector('header')?.offsetHeight ?? 0,
      };
      setMeasures((before) => (isSame(before, next) ? before : next));
    };
    measure();
    // Observes the body too: content that opens above the grid changes the page's height and moves the grid.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box, gap]);
  return measures;
}

function isSame(one: GridMeasures, other: GridMeasures): boolean {
  return (Object.keys(one) as (keyof GridMeasures)[]).every((key) => one[key] === other[key]);
}
