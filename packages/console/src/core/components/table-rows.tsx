import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { cellContent, cellText, type Column, type ListRow, type RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { useComponentTexts } from './use-component-texts.ts';
import type { ListTable } from './use-list-table.ts';

interface TableRowsProps<Row extends ListRow> {
  table: ListTable<Row>;
  columns: readonly Column<Row>[];
  /** Where a row leads; null for a row that leads nowhere. */
  rowLink?: ((row: Row) => RowLink | null) | undefined;
  /** What a row does where it leads nowhere. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Called when the admin is about to open a row: pointer over it, or focus in it. */
  onRowIntent?: ((row: Row) => void) | undefined;
}

const interactive = 'a, button, input, select, textarea, [tabindex]';

/**
 * Passes a click anywhere on a row to the control in its title, modifier keys included. That itself serves the keyboard
 * and the screen reader. Selecting text to copy it is not a click.
 */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const control = event.target instanceof Element ? event.target.closest(interactive) : null;
  if (control !== null && event.currentTarget.contains(control)) return;
  if (window.getSelection()?.toString()) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const link = event.currentTarget.querySelector<HTMLElement>('[data-row-link]');
  // As a click on the link itself would: what opens beside the list gives focus back to it.
  link?.focus({ preventScroll: true });
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

function cellClass({ wideOnly }: { wideOnly?: boolean }): string {
  return `${classes.cell} ${wideOnly ? classes.wideOnly : ''}`;
}

function titled(link: RowLink | null, open: (() => void) | undefined, content: ReactNode): ReactNode {
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

/** The rows. On a phone the same cells are laid out as cards, by CSS alone. */
export function TableRows<Row extends ListRow>({
  table,
  columns,
  rowLink,
  onRowOpen,
  onRowIntent,
}: TableRowsProps<Row>) {
  const { t } = useComponentTexts();
  return table.getRowModel().rows.map((row) => {
    const link = rowLink?.(row.original) ?? null;
    const open = onRowOpen && (() => onRowOpen(row.original));
    const opens = link !== null || open !== undefined;
    const intend = onRowIntent && (() => onRowIntent(row.original));
    return (
      <tr
        key={row.id}
        className={classes.row}
        data-opens={opens || undefined}
        onClick={opens ? openRow : undefined}
        onPointerEnter={intend}
        onFocus={intend}
      >
        {row.getAllCells().map((cell, index) => {
          const column = columns[index];
          if (!column) return null;
          const text = cellText(column, row.original);
          // Drawn here and not by the table, which takes each function for a component: new columns would make all cells anew.
          const content = cellContent(column, row.original);
          return (
            <td
              key={cell.id}
              className={cellClass(column)}
              title={column.controls ? undefined : text}
              data-card={column.card ?? 'line'}
              data-label={t(column.header)}
              data-empty={(text === '' && !column.controls) || undefined}
              data-controls={column.controls || undefined}
            >
              {column.card === 'title' ? titled(link, open, content) : content}
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

/** Rows as tall as the real ones, so that nothing moves when those arrive. */
export function SkeletonRows<Row extends ListRow>({ columns, count }: SkeletonRowsProps<Row>) {
  const { t } = useComponentTexts();
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cellClass(column)}
          data-card={column.card ?? 'line'}
          data-label={t(column.header)}
        >
          <Skeleton
            className={classes.skeleton}
            height={12}
            radius="xl"
            width={`${45 + ((row * 17 + index * 29) % 40)}%`}
          />
        </td>
      ))}
    </tr>
  ));
}
