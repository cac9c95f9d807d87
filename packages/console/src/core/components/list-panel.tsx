import type { ReactNode } from 'react';
import type { ListRow } from './columns.ts';
import classes from './data-table.module.css';
import { ErrorView } from './error-view.tsx';
import { TableFooter } from './table-footer.tsx';
import type { PagedList } from './use-paged-list.ts';

interface ListPanelProps<Row extends ListRow> {
  /** What the list is called by a screen reader. */
  label: string;
  list: PagedList<Row>;
  toolbar?: ReactNode;
  /** Drawn while nothing is there yet. */
  loading: ReactNode;
  /** Drawn when there are no rows. */
  empty: ReactNode;
  /** Drawn instead of the usual error view. */
  failed?: ReactNode;
  /** Under the rows; the way to the other pages unless given. */
  footer?: ReactNode;
  /** The rows, in whatever shape the page gives them. */
  children: ReactNode;
}

/** A list that is no table, in the frame of one: toolbar, its states, and the way to its other pages. */
export function ListPanel<Row extends ListRow>({ label, list, toolbar, children, ...states }: ListPanelProps<Row>) {
  const content = () => {
    if (list.error) return states.failed ?? <ErrorView error={list.error} retry={list.refetch} />;
    if (list.loading) return states.loading;
    if (list.rows.length === 0) return states.empty;
    return (
      <>
        <div className={classes.body} data-refreshing={list.refreshing || undefined}>
          {children}
        </div>
        {states.footer ?? <TableFooter label={label} list={list} compact={false} />}
      </>
    );
  };
  return (
    <section className={classes.panel} aria-label={label}>
      {toolbar !== undefined && <div className={classes.toolbar}>{toolbar}</div>}
      {content()}
    </section>
  );
}
