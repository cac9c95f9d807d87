import type { ReactNode } from 'react';
import type { Column, ListRow, RowLink } from './columns.ts';
import classes from './data-table.module.css';
import { ErrorView } from '../page/error-view.tsx';
import { PhoneSort, type OwnSort } from './phone-sort.tsx';
import { TableFooter } from './table-footer.tsx';
import { SkeletonRows, TableRows } from './table-rows.tsx';
import type { PagedList } from './use-paged-list.ts';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ListView } from '../filters/use-list-search.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useLanguage } from '../../i18n/use-language.ts';

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
  // Columns name their texts by keys.
  useLanguage();
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
  const { label, columns, list, empty, failed, rowLink, onRowOpen, compact } = props;
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
            <TableRows rows={list.rows} {...{ columns, rowLink, onRowOpen }} />
          )}
        </tbody>
      </table>
      {/* Hidden while loading, because it would jump: there are usually fewer rows than skeleton rows. */}
      {!list.loading && <TableFooter label={label} list={list} compact={compact} />}
    </>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function SortIcon({ sorted }: { sorted: keyof typeof ariaSort | null }) {
  const Icon = sorted === null ? IconSelector : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden className={classes.sortIcon} data-sorted={sorted !== null || undefined} />;
}

interface TableHeadProps<Row extends ListRow> {
  columns: readonly Column<Row>[];
  view: ListView;
}

/** The heading row. The heading of a sortable column is a button that changes the URL; the server sorts. */
function TableHead<Row extends ListRow>({ columns, view }: TableHeadProps<Row>) {
  return (
    <thead className={classes.head}>
      <tr>
        {columns.map(({ key, header, heading = i18n.t(header), sortable, width, wideOnly }) => {
          const sorted = key === view.sortBy ? view.sortDirection : null;
          const toggle = () => view.change({ sortBy: key, sortDirection: sorted === 'asc' ? 'desc' : 'asc' });
          return (
            <th
              key={key}
              scope="col"
              aria-sort={sorted === null ? undefined : ariaSort[sorted]}
              style={{ width }}
              className={wideOnly ? `${classes.th} ${classes.wideOnly}` : classes.th}
            >
              {sortable ? (
                <button type="button" className={classes.sort} onClick={toggle}>
                  {heading}
                  <SortIcon sorted={sorted} />
                </button>
              ) : (
                heading
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
