import type { ReactNode } from 'react';
import type { ListRow } from './columns.ts';
import classes from './data-table.module.css';
import { ErrorView } from '../page/error-view.tsx';
import { TableFooter } from './table-footer.tsx';
import type { PagedList } from './use-paged-list.ts';

interface ListPanelProps<Row extends ListRow> {
  /** The accessible name of the list. */
  label: string;
  list: PagedList<Row>;
  toolbar?: ReactNode;
  /** Rendered while the first page loads. */
  loading: ReactNode;
  /** Rendered when there are no rows. */
  empty: ReactNode;
  /** Rendered instead of the default error view. */
  failed?: ReactNode;
  /** Below the rows; the pagination by default. */
  footer?: ReactNode;
  /** The rendered rows. */
  children: ReactNode;
}

/** The frame of a list that is not a table: toolbar, loading, error and empty states, and pagination. */
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
