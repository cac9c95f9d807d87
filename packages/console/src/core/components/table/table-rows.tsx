import { Link, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
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

/** The attributes that all cells of a column share. */
function cellProps<Row extends ListRow>({ wideOnly, card, header, controls }: Column<Row>) {
  return {
    className: wideOnly ? `${classes.cell} ${classes.wideOnly}` : classes.cell,
    'data-card': card === 'line' ? undefined : card,
    'data-label': i18n.t(header),
    'data-controls': controls || undefined,
  };
}

/** A plain link that the router follows. The router's own `Link` takes as long to render as the rest of a row. */
function PageLink({ router, to, children }: { router: AnyRouter; to: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    // The browser opens a new tab or window for these.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return (
    <a href={to} className={classes.rowLink} data-row-link onClick={follow}>
      {children}
    </a>
  );
}

interface RowTitleProps {
  router: AnyRouter;
  link: RowLink | null;
  open: (() => void) | undefined;
  children: ReactNode;
}

/** The title of a row in its link, or in a button when the row has only an action. */
function RowTitle({ router, link, open, children }: RowTitleProps) {
  if (typeof link === 'string') return <PageLink {...{ router, to: link }}>{children}</PageLink>;
  if (link !== null) {
    const target = { to: '.', search: (before: object) => ({ ...before, ...link.search }), resetScroll: false };
    return (
      <Link {...(target as { to: string })} className={classes.rowLink} data-row-link>
        {children}
      </Link>
    );
  }
  if (!open) return children;
  return (
    <button type="button" className={classes.rowLink} data-row-link onClick={open}>
      {children}
    </button>
  );
}

/** Loads the code of the page that the rows lead to, once: it is the same for all. Never its data, which somebody may see in a log. */
function usePreload(router: AnyRouter): (link: RowLink | null) => void {
  const isDone = useRef(false);
  return (link) => {
    if (isDone.current || typeof link !== 'string') return;
    isDone.current = true;
    void router.preloadRoute({ to: link });
  };
}

/** The rows of a table. On a phone CSS lays out the same cells as cards. */
export function TableRows<Row extends ListRow>({ rows, columns, rowLink, onRowOpen }: TableRowsProps<Row>) {
  const router = useRouter({ warn: false });
  const preload = usePreload(router);
  const cells = columns.map((column) => ({ column, props: cellProps(column) }));
  return rows.map((row) => {
    const link = rowLink?.(row) ?? null;
    const open = onRowOpen && (() => onRowOpen(row));
    const canOpen = link !== null || open !== undefined;
    const prepare = link === null ? undefined : () => preload(link);
    return (
      <tr
        key={row.id}
        className={classes.row}
        data-opens={canOpen || undefined}
        onClick={canOpen ? openRow : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {cells.map(({ column, props }) => {
          const text = cellText(column, row);
          // Called as a function, because as a component it would remount every cell when the columns are new objects.
          const content = cellContent(column, row);
          return (
            <td
              key={column.key}
              {...props}
              title={column.controls || text === '' ? undefined : text}
              data-empty={(text === '' && !column.controls) || undefined}
            >
              {column.card === 'title' ? <RowTitle {...{ router, link, open }}>{content}</RowTitle> : content}
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

/** Placeholder rows with the height of real ones, to avoid a layout shift when those are loaded. CSS draws a bar in each cell. */
export function SkeletonRows<Row extends ListRow>({ columns, count }: SkeletonRowsProps<Row>) {
  const cells = columns.map((column) => ({ key: column.key, props: cellProps(column) }));
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={`${classes.row} ${classes.loading}`} aria-hidden>
      {cells.map(({ key, props }, index) => (
        <td key={key} {...props} style={{ '--bar': `${45 + ((row * 17 + index * 29) % 40)}%` } as CSSProperties} />
      ))}
    </tr>
  ));
}
