import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { Column, ListRow } from './columns.ts';
import classes from './data-table.module.css';
import type { ListView } from '../filters/use-list-search.ts';
import { i18n } from '../../i18n/i18n.ts';

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
export function TableHead<Row extends ListRow>({ columns, view }: TableHeadProps<Row>) {
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
                <UnstyledButton className={classes.sort} onClick={toggle}>
                  {heading}
                  <SortIcon sorted={sorted} />
                </UnstyledButton>
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
