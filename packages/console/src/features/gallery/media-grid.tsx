import { VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DayHeading } from './day-heading.tsx';
import classes from './gallery.module.css';
import { GridSummary } from './grid-summary.tsx';
import { layOut, placeAfter, rowAt, type Day, type GridRow, type Section } from './layout.ts';
import { MediaCell } from './media-cell.tsx';
import { styleVars } from './style-vars.ts';
import type { Gallery } from './use-gallery.ts';
import { useGridWidth } from './use-grid-width.ts';
import type { Items } from './use-items.ts';
import type { Selection } from './use-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const headingHeight = 44;
const gap = 6;

/** Where the keyboard is in the grid. */
export interface GridKeyboard {
  place: number;
  setPlace: (place: number) => void;
  /** Goes to a place: it is scrolled to and gets the focus. */
  moveTo: (place: number) => void;
  /** How often that was asked for. */
  moves: number;
}

interface MediaGridProps {
  gallery: Gallery;
  days: readonly Day[] | null;
  items: Items;
  selection: Selection;
  keyboard: GridKeyboard;
  /** Told which places are on screen. */
  onShow: (range: readonly [first: number, last: number]) => void;
  onOpen: (place: number) => void;
}

/**
 * Thousands of equal cells under the headings of their days; only those on screen are drawn. All sizes are known
 * beforehand, so nothing moves when a picture comes and the scroll bar leads to any day at once.
 */
export function MediaGrid(props: MediaGridProps) {
  const { gallery, days, items, selection, keyboard, onShow, onOpen } = props;
  const active = Math.min(keyboard.place, gallery.total - 1);
  const words = gallery.kind === 'PHOTO' ? 'photos' : 'videos';
  const { t } = useTranslation(['gallery', words]);
  const helpId = useId();
  const box = useRef<HTMLElement>(null);
  const { columns, cell, top, header } = useGridWidth(box, gap);
  const layout = useMemo(
    () => layOut(days, gallery.total, { columns, headingHeight, cellHeight: cell + gap }),
    [days, gallery.total, columns, cell],
  );
  const activeRow = rowAt(layout, active);
  const { drawn, first, last, scrollTo } = useVirtualRows({
    layout,
    top,
    covered: header + headingHeight,
    kept: activeRow,
  });
  useEffect(() => onShow([first, last]), [onShow, first, last]);

  const followed = useRef(0);
  useEffect(() => {
    if (followed.current === keyboard.moves) return;
    followed.current = keyboard.moves;
    scrollTo(activeRow, 'auto');
    box.current?.querySelector<HTMLElement>(`[data-place="${active}"]`)?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
    const target = all ? active : placeAfter(layout, active, event.key);
    if (event.key === 'Escape') selection.clear();
    if (all) selection.setRange(0, gallery.total - 1, true);
    if (!all && target === active) return;
    event.preventDefault();
    if (all) return;
    if (event.shiftKey) selection.extendTo(target);
    keyboard.moveTo(target);
  };

  const cellsOf = ({ kind, from, to, top: rowTop }: GridRow, section: Section) =>
    Array.from({ length: kind === 'cells' ? to - from : 0 }, (_, column) => (
      <MediaCell
        key={from + column}
        item={items.at(from + column)}
        place={from + column}
        top={rowTop - section.top}
        left={column * (cell + gap)}
        active={from + column === active}
        selection={selection}
        addressOf={gallery.addressOf}
        onFocus={keyboard.setPlace}
        onOpen={onOpen}
      />
    ));
  const sections = new Map<Section, GridRow[]>();
  for (const row of drawn) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);

  return (
    <>
      {/* A month begins with its first day's heading, one row above its first cell. */}
      <GridSummary
        layout={layout}
        total={gallery.total}
        words={words}
        onJump={(place) => scrollTo(Math.max(0, rowAt(layout, place) - 1), 'start')}
      />
      <VisuallyHidden id={helpId}>{t('gridHelp')}</VisuallyHidden>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys between its buttons */}
      <section
        ref={box}
        aria-label={t('title', { ns: words })}
        aria-describedby={helpId}
        className={classes.grid}
        style={{ height: layout.height, ...styleVars({ '--cell': `${cell}px` }) }}
        data-selecting={selection.chosen.size > 0 || undefined}
        onKeyDown={onKeyDown}
      >
        {[...sections].map(([section, rows]) => (
          <div key={section.from} className={classes.section} style={{ top: section.top, height: section.height }}>
            {section.day !== null && (
              <DayHeading day={section.day} section={section} items={items} selection={selection} />
            )}
            <ul className={classes.cells}>{rows.flatMap((row) => cellsOf(row, section))}</ul>
          </div>
        ))}
      </section>
    </>
  );
}
