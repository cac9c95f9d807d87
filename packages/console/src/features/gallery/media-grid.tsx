import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DayHeading } from './day-heading.tsx';
import classes from './gallery.module.css';
import { layOut, monthsOf, placeAfter, rowAt, type Day, type Section } from './layout.ts';
import { MediaCell } from './media-cell.tsx';
import { monthText } from './media-texts.ts';
import type { Gallery } from './use-gallery.ts';
import { useGridWidth } from './use-grid-width.ts';
import type { Items } from './use-items.ts';
import type { Selection } from './use-selection.ts';

const headingHeight = 44;
const gap = 6;

interface MediaGridProps {
  gallery: Gallery;
  days: readonly Day[] | null;
  items: Items;
  selection: Selection;
  /** Where the keyboard is. */
  active: number;
  setActive: (place: number) => void;
  /** Told which places are on screen. */
  onShow: (range: readonly [first: number, last: number]) => void;
  onOpen: (place: number) => void;
}

/**
 * Thousands of equal cells under the headings of their days; only those on screen are drawn. All sizes are known
 * beforehand, so nothing moves when a picture comes and the scroll bar leads to any day at once.
 */
export function MediaGrid(props: MediaGridProps) {
  const { gallery, days, items, selection, active, setActive, onShow, onOpen } = props;
  const { t } = useTranslation(['gallery', gallery.kind === 'PHOTO' ? 'photos' : 'videos']);
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { columns, cell, top, header } = useGridWidth(box, gap);
  const layout = useMemo(
    () => layOut(days, gallery.total, { columns, headingHeight, cellHeight: cell + gap }),
    [days, gallery.total, columns, cell],
  );
  const activeRow = rowAt(layout, active);
  const virtual = useWindowVirtualizer({
    count: layout.rows.length,
    estimateSize: (row) => layout.rows[row]?.height ?? 0,
    overscan: 4,
    scrollMargin: top,
    scrollPaddingStart: header + headingHeight,
    scrollPaddingEnd: 80,
    // The cell that has the focus stays, or the keyboard would lose its place.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeRow])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, layout]);

  const drawn = virtual.getVirtualItems().flatMap(({ index }) => layout.rows[index] ?? []);
  const cells = drawn.filter(({ kind, from }) => kind === 'cells' && from !== layout.rows[activeRow]?.from);
  const first = cells[0]?.from ?? 0;
  const last = Math.max(first, (cells.at(-1)?.to ?? 1) - 1);
  useEffect(() => onShow([first, last]), [onShow, first, last]);

  const [moved, setMoved] = useState(false);
  useEffect(() => {
    // After the row was drawn: scrolled to, then focused.
    if (!moved) return;
    virtual.scrollToIndex(activeRow, { align: 'auto' });
    box.current?.querySelector<HTMLElement>(`[data-place="${active}"]`)?.focus({ preventScroll: true });
    setMoved(false);
  }, [moved, active, activeRow, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.setRange(0, gallery.total - 1, true);
      return;
    }
    if (event.key === 'Escape' && selection.chosen.size > 0) return selection.clear();
    const target = placeAfter(layout, active, event.key);
    if (target === active) return;
    event.preventDefault();
    if (event.shiftKey) selection.extendTo(target);
    setActive(target);
    setMoved(true);
  };

  const sections = new Map<Section, typeof drawn>();
  for (const row of drawn) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const months = monthsOf(layout.sections);

  return (
    <>
      <div className={classes.summary}>
        <span>{t('total', { count: gallery.total })}</span>
        {months.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('jump')}
            value=""
            onChange={(event) => {
              virtual.scrollToIndex(rowAt(layout, Number(event.currentTarget.value)) - 1, { align: 'start' });
            }}
            data={[
              { value: '', label: t('jump'), disabled: true },
              ...months.map(({ month, from }) => ({ value: String(from), label: monthText(month) })),
            ]}
          />
        )}
      </div>
      <VisuallyHidden id={helpId}>{t('gridHelp')}</VisuallyHidden>
      <div
        ref={box}
        role="grid"
        tabIndex={-1}
        aria-label={t('title', { ns: gallery.kind === 'PHOTO' ? 'photos' : 'videos' })}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={layout.rows.length}
        aria-colcount={columns}
        className={classes.grid}
        style={{ height: layout.height, '--columns': columns, '--cell': `${cell}px`, '--gap': `${gap}px` }}
        data-selecting={selection.chosen.size > 0 || undefined}
        onKeyDown={onKeyDown}
      >
        {[...sections].map(([section, rows]) => (
          <div
            key={section.from}
            role="rowgroup"
            className={classes.section}
            style={{ top: section.top, height: section.height }}
          >
            {section.day !== null && (
              <DayHeading day={section.day} section={section} items={items} selection={selection} />
            )}
            {rows.map((row) =>
              row.kind === 'heading' ? null : (
                <div
                  key={row.from}
                  role="row"
                  aria-rowindex={layout.rows.indexOf(row) + 1}
                  className={classes.row}
                  style={{ top: row.top - section.top }}
                >
                  {Array.from({ length: row.to - row.from }, (_, column) => {
                    const place = row.from + column;
                    return (
                      <MediaCell
                        key={place}
                        item={items.at(place)}
                        place={place}
                        column={column}
                        active={place === active}
                        selection={selection}
                        addressOf={gallery.addressOf}
                        onFocus={setActive}
                        onOpen={onOpen}
                      />
                    );
                  })}
                </div>
              ),
            )}
          </div>
        ))}
      </div>
    </>
  );
}
