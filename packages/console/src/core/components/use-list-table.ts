import {
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { cellText, type Column, type ListRow } from './columns.ts';
import { useComponentTexts } from './use-component-texts.ts';
import type { PagedList } from './use-paged-list.ts';

// Sorting and paging happen on the server: the table only keeps their state and says what a click means.
const features = tableFeatures({ rowSortingFeature });

export type ListTable<Row extends ListRow> = ReturnType<typeof useListTable<Row>>;

/** A headless table over one page of a list. */
export function useListTable<Row extends ListRow>(columns: readonly Column<Row>[], list: PagedList<Row>) {
  const { t } = useComponentTexts();
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.key,
        accessorFn: (row) => cellText(column, row),
        header: column.heading === undefined ? t(column.header) : () => column.heading,
        enableSorting: column.sortable === true,
        sortDescFirst: false,
      })),
    [columns, t],
  );
  const { sortBy, sortDirection, change } = list.view;
  const sorting: SortingState = [{ id: sortBy, desc: sortDirection === 'desc' }];
  return useTable({
    features,
    columns: definitions,
    data: list.rows,
    getRowId: (row) => String(row.id),
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting);
      if (next) change({ sortBy: next.id, sortDirection: next.desc ? 'desc' : 'asc' });
    },
  });
}
