import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from '../gallery.module.css';
import { layOut, monthsOf, positionAfter, rowAt, type Day, type GridRow, type Layout, type Section } from './layout.ts';
import { MediaCell } from './media-cell.tsx';
import type { Gallery } from '../use-gallery.ts';
import { useGridMeasures } from './use-grid-measures.ts';
import type { Items } from '../use-items.ts';
import type { Selection } from '../selection/use-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { daysText, monthText } from '../media-texts.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';

const headingHeight = 44;
const gap = 6;

/** The keyboard focus of the grid. */
export interface GridKeyboard {
  position: number;
  setPosition: (position: number) => void;
  /** Moves to a position, scrolls there and focuses it. */
  moveTo: (position: number) => void;
  /** Incremented by each `moveTo`, so that a repeated move to the same position is noticed. */
  moves: number;
}

interface MediaGridProps {
  gallery: Gallery;
  days: readonly Day[] | null;
  items: Items;
  selection: Selection;
  keyboard: GridKeyboard;
  /** Called with the range of positions on screen. */
  onShow: (range: readonly [first: number, last: number]) => void;
  onOpen: (position: number) => void;
}

/**
 * A virtualized grid of equal cells under day headings. All sizes are known before any item is loaded, so the layout never
 * shifts and the scroll bar reaches any day.
 */
export function MediaGrid(props: MediaGridProps) {
  const { gallery, days, items, selection, keyboard, onShow, onOpen } = props;
  const active = Math.min(keyboard.position, gallery.total - 1);
  const namespace = gallery.kind === 'PHOTO' ? 'photos' : 'videos';
  const { t } = useTranslation(['gallery', namespace]);
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { columns, cell, top, header } = useGridMeasures(box, gap);
  const layout = useMemo(
    () => layOut(days, gallery.total, { columns, headingHeight, cellHeight: cell + gap }),
    [days, gallery.total, columns, cell],
  );
  const activeRow = rowAt(layout, active);
  const { rendered, first, last, scrollTo } = useVirtualRows({
    layout,
    top,
    covered: header + headingHeight,
    focusedRow: activeRow,
  });
  useEffect(() => onShow([first, last]), [onShow, first, last]);

  const handledMoves = useRef(0);
  useEffect(() => {
    if (handledMoves.current === keyboard.moves) return;
    handledMoves.current = keyboard.moves;
    scrollTo(activeRow, 'auto');
    box.current?.querySelector<HTMLElement>(`[data-place="${active}"]`)?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const isSelectAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
    const target = isSelectAll ? active : positionAfter(layout, active, event.key);
    if (event.key === 'Escape') selection.clear();
    if (isSelectAll) selection.setRange(0, gallery.total - 1, true);
    if (!isSelectAll && target === active) return;
    event.preventDefault();
    if (isSelectAll) return;
    if (event.shiftKey) selection.extendTo(target);
    keyboard.moveTo(target);
  };

  const cellsOf = ({ kind, from, to, top: rowTop }: GridRow, section: Section) =>
    Array.from({ length: kind === 'cells' ? to - from : 0 }, (_, column) => (
      <MediaCell
        key={from + column}
        item={items.at(from + column)}
        position={from + column}
        top={rowTop - section.top}
        left={column * (cell + gap)}
        active={from + column === active}
        selection={selection}
        addressOf={gallery.addressOf}
        onFocus={keyboard.setPosition}
        onOpen={onOpen}
      />
    ));
  const sections = new Map<Section, GridRow[]>();
  for (const row of rendered) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);

  return (
    <>
      {/* A month begins with its first day's heading, one row above its first cell. */}
      <GridSummary
        layout={layout}
        total={gallery.total}
        namespace={namespace}
        onJump={(position) => scrollTo(Math.max(0, rowAt(layout, position) - 1), 'start')}
      />
      <span className="fw-hidden" id={helpId}>
        {t('gridHelp')}
      </span>
      <Box
        ref={box}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the buttons of a grid are no fieldset
        role="group"
        aria-label={t('title', { ns: namespace })}
        aria-describedby={helpId}
        className={classes.grid}
        style={{ height: layout.height, '--cell': `${cell}px` }}
        data-selecting={selection.chosen.size > 0 || undefined}
        onKeyDown={onKeyDown}
      >
        {[...sections].map(([section, rows]) => (
          <div key={section.from} className={classes.section} style={{ top: section.top, height: section.height }}>
            {section.day !== null && (
              <DayHeading day={section.day} section={section} items={items} selection={selection} />
            )}
            <ul>{rows.flatMap((row) => cellsOf(row, section))}</ul>
          </div>
        ))}
      </Box>
    </>
  );
}

interface GridSummaryProps {
  layout: Layout;
  total: number;
  /** The i18n namespace of the page. */
  namespace: 'photos' | 'videos';
  onJump: (position: number) => void;
}

/** The number of items, and a select that jumps to a month. */
function GridSummary({ layout, total, namespace, onJump }: GridSummaryProps) {
  const { t } = useTranslation('gallery');
  const months = monthsOf(layout.sections);
  return (
    <Group justify="space-between" gap="sm" mih={44} px="md" pt="xs" c="dimmed">
      <output>{i18n.t(`${namespace}:total`, { count: total })}</output>
      {months.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('jump')}
          value=""
          onChange={(event) => onJump(Number(event.currentTarget.value))}
          data={[
            { value: '', label: t('jump'), disabled: true },
            ...months.map(({ month, from }) => ({ value: String(from), label: monthText(month) })),
          ]}
        />
      )}
    </Group>
  );
}

interface DayHeadingProps {
  day: string;
  section: Section;
  items: Items;
  selection: Selection;
}

/** The sticky heading of a section, with its day or range of days. Its checkbox selects the whole section. */
function DayHeading({ day, section, items, selection }: DayHeadingProps) {
  const { t } = useTranslation('gallery');
  const { from, count, until } = section;
  const text = daysText(day, until);
  const selectedCount = Array.from({ length: count }, (_, step) => items.at(from + step)).filter(
    (item) => item !== undefined && selection.has(item),
  ).length;
  const isAllSelected = selectedCount === count;
  return (
    <h2 className={classes.day}>
      <label className="fw-check">
        <input
          type="checkbox"
          aria-label={t('selectDay', { day: text })}
          checked={isAllSelected}
          ref={(input) => {
            if (input) input.indeterminate = selectedCount > 0 && !isAllSelected;
          }}
          onChange={() => selection.setRange(from, from + count - 1, !isAllSelected)}
        />
        {text}
        <Text span size="xs" c="dimmed" fw={400}>
          {count}
        </Text>
      </label>
    </h2>
  );
}
