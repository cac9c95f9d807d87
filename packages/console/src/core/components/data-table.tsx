import type { ReactNode } from 'react';
import type { Column, ListRow, RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { ErrorView } from './error-view.tsx';
import { PhoneSort, type OwnSort } from './phone-sort.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableHead } from './table-head.tsx';
import { SkeletonRows, TableRows } from './table-rows.tsx';
import { useListTable } from './use-list-table.ts';
import type { PagedList } from './use-paged-list.ts';

interface DataTableProps<Row extends ListRow> {
  /** What the table is called by a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  list: PagedList<Row>;
  /** Drawn when there are no rows. */
  empty: ReactNode;
  /** Drawn instead of the usual error view. */
  failed?: ReactNode;
  /** Search and actions, above the table. */
  toolbar?: ReactNode;
  /** Where a row leads; null for a row that leads nowhere. */
  rowLink?: (row: Row) => RowLink | null;
  /** What a row does where it leads nowhere. */
  onRowOpen?: ((row: Row) => void) | undefined;
  onRowIntent?: (row: Row) => void;
  /** Dense rows and a short footer, for a table beside another. */
  compact?: boolean;
  /** The order the list begins with, where that is no column's. */
  ownSort?: OwnSort;
}

/** With more columns, rows become cards earlier. Five columns can still be read in the half of a page. */
const fewColumns = 6;

/** A list on a page: loading, failed, empty or rows, sorted and paged by the server. */
export function DataTable<Row extends ListRow>(props: DataTableProps<Row>) {
  const { list, columns, toolbar, compact = false, ownSort } = props;
  return (
    <div
      className={classes.panel}
      data-compact={compact || undefined}
      data-many={columns.filter(({ wideOnly }) => !wideOnly).length > fewColumns || undefined}
    >
      {toolbar !== undefined && (
        <div className={classes.toolbar}>
          {toolbar}
          <PhoneSort columns={columns} view={list.view} ownSort={ownSort} />
        </div>
      )}
      <Body {...props} compact={compact} />
    </div>
  );
}

function Body<Row extends ListRow>(props: DataTableProps<Row> & { compact: boolean }) {
  const { label, columns, list, empty, failed, rowLink, onRowOpen, onRowIntent, compact } = props;
  const table = useListTable(columns, list);
  if (list.error) return failed ?? <ErrorView error={list.error} retry={list.refetch} />;
  if (!list.loading && list.rows.length === 0) return empty;
  return (
    <>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={list.loading || list.refreshing}
        data-sticky={!compact || undefined}
      >
        <TableHead table={table} columns={columns} />
        <tbody className={classes.body} data-refreshing={list.refreshing || undefined}>
          {list.loading ? (
            <SkeletonRows columns={columns} count={list.view.pageSize} />
          ) : (
            <TableRows {...{ table, columns, rowLink, onRowOpen, onRowIntent }} />
          )}
        </tbody>
      </table>
      {/* Not before there are rows: there are seldom as many as are drawn for waiting, and it would jump. */}
      {!list.loading && <TableFooter label={label} list={list} compact={compact} />}
    </>
  );
}
