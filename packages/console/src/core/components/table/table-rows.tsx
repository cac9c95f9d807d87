import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { cellContent, cellText, type Column, type ListRow, type RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { i18n } from '../../i18n/i18n.ts';

interface TableRowsProps<Row extends ListRow> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The link of a row; null for a row without one. */
  rowLink?: ((row: Row) => RowLink | null) | undefined;
  /** Called when a row without a link is opened. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Called when a row is hovered or focused, to preload its target. */
  onRowIntent?: ((row: Row) => void) | undefined;
}

const interactive = 'a, button, input, select, textarea, [tabindex]';

/**
 * Forwards a click on a row to the link or button in its title, with the modifier keys. Keyboard and screen reader users use that link
 * itself. A click that ends a text selection is ignored.
 */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const control = event.target instanceof Element ? event.target.closest(interactive) : null;
  if (control !== null && event.currentTarget.contains(control)) return;
  if (window.getSelection()?.toString()) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const link = event.currentTarget.querySelector<HTMLElement>('[data-row-link]');
  // The link is focused as by a real click, so that a dialog that opens can restore the focus to it.
  link?.focus({ preventScroll: true });
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

function cellClass({ wideOnly }: { wideOnly?: boolean }): string {
  return `${classes.cell} ${wideOnly ? classes.wideOnly : ''}`;
}

/** Wraps the title of a row in its link, or in a button when the row has only an action. */
function wrapTitle(link: RowLink | null, open: (() => void) | undefined, content: ReactNode): ReactNode {
  if (link === null && !open) return content;
  if (link === null) {
    return (
      <button type="button" className={classes.rowLink} data-row-link onClick={open}>
        {content}
      </button>
    );
  }
  const target =
    typeof link === 'string'
      ? { to: link }
      : { to: '.', search: (before: object) => ({ ...before, ...link.search }), resetScroll: false };
  return (
    <Link {...(target as { to: string })} className={classes.rowLink} data-row-link>
      {content}
    </Link>
  );
}

/** The rows of a table. On a phone CSS lays out the same cells as cards. */
export function TableRows<Row extends ListRow>(props: TableRowsProps<Row>) {
  const { rows, columns, rowLink, onRowOpen, onRowIntent } = props;
  return rows.map((row) => {
    const link = rowLink?.(row) ?? null;
    const open = onRowOpen && (() => onRowOpen(row));
    const canOpen = link !== null || open !== undefined;
    const reportIntent = onRowIntent && (() => onRowIntent(row));
    return (
      <tr
        key={row.id}
        className={classes.row}
        data-opens={canOpen || undefined}
        onClick={canOpen ? openRow : undefined}
        onPointerEnter={reportIntent}
        onFocus={reportIntent}
      >
        {columns.map((column) => {
          const text = cellText(column, row);
          // Called as a function, because as a component it would remount every cell when the columns are new objects.
          const content = cellContent(column, row);
          return (
            <td
              key={column.key}
              className={cellClass(column)}
              title={column.controls ? undefined : text}
              data-card={column.card ?? 'line'}
              data-label={i18n.t(column.header)}
              data-empty={(text === '' && !column.controls) || undefined}
              data-controls={column.controls || undefined}
            >
              {column.card === 'title' ? wrapTitle(link, open, content) : content}
              {column.below?.(row)}
            </td>
          );
        })}
      </tr>
    );
  });
}

interface SkeletonRowsProps<Row extends ListRow> {
  columns: readonly Column<Row>[];
  count: number;
}

/** A still bar. Mantine's Skeleton would make each of some hundred cells a layer of its own, drawn again with every frame. */
function SkeletonBar({ width }: { width: string }) {
  return <span className={classes.skeleton} style={{ width }} />;
}

/** Placeholder rows with the height of real ones, to avoid a layout shift when those are loaded. */
export function SkeletonRows<Row extends ListRow>({ columns, count }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cellClass(column)}
          data-card={column.card ?? 'line'}
          data-label={i18n.t(column.header)}
        >
          <SkeletonBar width={`${45 + ((row * 17 + index * 29) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}
