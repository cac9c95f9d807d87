import { useLayoutEffect, useState, type RefObject } from 'react';

const smallestCell = 148;
const smallestOnPhone = 104;
const phoneWidth = 560;
const fewestColumns = 3;

interface GridMeasures {
  columns: number;
  /** The side of a cell, in pixels. */
  cell: number;
  /** Where the grid begins on the page. */
  top: number;
  /** The height of what stays at the top of the window. */
  header: number;
}

/** As many columns as fit, and where the grid is; kept true when the window or what stands above it changes. */
export function useGridWidth(box: RefObject<HTMLElement | null>, gap: number): GridMeasures {
  const [measures, setMeasures] = useState<GridMeasures>({
    columns: fewestColumns,
    cell: smallestCell,
    top: 0,
    header: 0,
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const smallest = width < phoneWidth ? smallestOnPhone : smallestCell;
      const columns = Math.max(fewestColumns, Math.floor((width + gap) / (smallest + gap)));
      const next = {
        columns,
        cell: Math.max(1, Math.floor((width - gap * (columns - 1)) / columns)),
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
        header: document.querySelector('header')?.offsetHeight ?? 0,
      };
      setMeasures((before) => (isSame(before, next) ? before : next));
    };
    measure();
    // What opens or closes above the grid changes the height of the whole page.
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
