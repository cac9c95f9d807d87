import type { ReactNode } from 'react';
import type { Column, ListRow, RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { ErrorView } from '../page/error-view.tsx';
import { PhoneSort, type OwnSort } from './phone-sort.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableHead } from './table-head.tsx';
import { SkeletonRows, TableRows } from './table-rows.tsx';
import type { PagedList } from './use-paged-list.ts';

interface DataTableProps<Row extends ListRow> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  list: PagedList<Row>;
  /** Rendered when there are no rows. */
  empty: ReactNode;
  /** Rendered instead of the default error view. */
  failed?: ReactNode;
  /** Search and actions above the table. */
  toolbar?: ReactNode;
  /** The link of a row; null for a row without one. */
  rowLink?: (row: Row) => RowLink | null;
  /** Called when a row without a link is opened. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Called when a row is hovered or focused, to preload its target. */
  onRowIntent?: (row: Row) => void;
  /** Dense rows and a short footer, for a table beside other content. */
  compact?: boolean;
  /** The default sort, when it is not the sort of a column. */
  ownSort?: OwnSort;
}

/** Tables with more columns than this become cards at a larger width. */
const maxFewColumns = 6;
/** Tables with more columns than this have less space between them. */
const roomyColumns = 9;

/** A table of a list that the server sorts and pages, with its loading, error and empty states. */
export function DataTable<Row extends ListRow>(props: DataTableProps<Row>) {
  const { list, columns, toolbar, compact = false, ownSort } = props;
  return (
    <div
      className={classes.panel}
      data-compact={compact || undefined}
      data-many={columns.filter(({ wideOnly }) => !wideOnly).length > maxFewColumns || undefined}
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
  if (list.error) return failed ?? <ErrorView error={list.error} retry={list.refetch} />;
  if (!list.loading && list.rows.length === 0) return empty;
  return (
    <>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={list.loading || list.refreshing}
        data-sticky={!compact || undefined}
        data-dense={columns.length > roomyColumns || undefined}
      >
        <TableHead columns={columns} view={list.view} />
        <tbody className={classes.body} data-refreshing={list.refreshing || undefined}>
          {list.loading ? (
            <SkeletonRows columns={columns} count={list.view.pageSize} />
          ) : (
            <TableRows rows={list.rows} {...{ columns, rowLink, onRowOpen, onRowIntent }} />
          )}
        </tbody>
      </table>
      {/* Hidden while loading, because it would jump: there are usually fewer rows than skeleton rows. */}
      {!list.loading && <TableFooter label={label} list={list} compact={compact} />}
    </>
  );
}
