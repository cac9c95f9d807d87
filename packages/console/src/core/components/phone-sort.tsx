import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import type { Column, ListRow } from './columns.ts';
import classes from './data-table.module.css';
import { useComponentTexts } from './use-component-texts.ts';
import type { ListView } from './use-list-search.ts';

/** An order that is no column's, and the words for it. */
export interface OwnSort {
  sortBy: string;
  label: string;
}

interface PhoneSortProps<Row extends ListRow> {
  columns: readonly Column<Row>[];
  view: ListView;
  /** On a wide screen, too: for a list that has no headings there either. */
  always?: boolean;
  /** Without it the first column would seem to be the one that such a list is sorted by. */
  ownSort?: OwnSort | undefined;
}

/** The sort as a choice, for phones, where cards have no headings to press. */
export function PhoneSort<Row extends ListRow>({ columns, view, always, ownSort }: PhoneSortProps<Row>) {
  const { t } = useComponentTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const choices = sortable.flatMap((column) => [
    { value: `${column.key} asc`, label: t('table.ascending', { column: t(column.header) }) },
    { value: `${column.key} desc`, label: t('table.descending', { column: t(column.header) }) },
  ]);
  const held = view.sortBy === ownSort?.sortBy ? `${view.sortBy} asc` : `${view.sortBy} ${view.sortDirection}`;
  const own = ownSort === undefined ? [] : [{ value: `${ownSort.sortBy} asc`, label: ownSort.label }];
  return (
    <NativeSelect
      className={always ? classes.sortChoice : classes.phoneSort}
      aria-label={t('table.sortBy')}
      data={[...own, ...choices]}
      value={held}
      onChange={(event) => {
        const [sortBy, direction] = event.currentTarget.value.split(' ');
        view.change({ sortBy, sortDirection: direction === 'desc' ? 'desc' : 'asc' });
      }}
    />
  );
}
