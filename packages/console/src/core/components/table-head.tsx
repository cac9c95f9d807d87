import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { Column, ListRow } from './columns.ts';
import classes from './data-table.module.css';
import type { ListTable } from './use-list-table.ts';

type Sorted = false | 'asc' | 'desc';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function SortIcon({ sorted }: { sorted: Sorted }) {
  const Icon = sorted === false ? IconSelector : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden className={classes.sortIcon} data-sorted={sorted !== false || undefined} />;
}

interface TableHeadProps<Row extends ListRow> {
  table: ListTable<Row>;
  columns: readonly Column<Row>[];
}

/** The heading row; a sortable column's heading is a button. */
export function TableHead<Row extends ListRow>({ table, columns }: TableHeadProps<Row>) {
  return (
    <thead className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            const canSort = header.column.getCanSort();
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={sorted === false ? undefined : ariaSort[sorted]}
                style={{ width: columns[header.index]?.width }}
                className={columns[header.index]?.wideOnly ? `${classes.th} ${classes.wideOnly}` : classes.th}
              >
                {canSort ? (
                  <UnstyledButton className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
                    <table.FlexRender header={header} />
                    <SortIcon sorted={sorted} />
                  </UnstyledButton>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}
