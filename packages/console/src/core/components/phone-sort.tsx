import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import type { Column, ListRow } from './columns.ts';
import classes from './data-table.module.css';
import { useComponentTexts } from './use-component-texts.ts';
import type { ListView } from './use-list-search.ts';

interface PhoneSortProps<Row extends ListRow> {
  columns: readonly Column<Row>[];
  view: ListView;
  /** On a wide screen, too: for a list that has no headings there either. */
  always?: boolean;
}

/** The sort as a choice, for phones, where cards have no headings to press. */
export function PhoneSort<Row extends ListRow>({ columns, view, always }: PhoneSortProps<Row>) {
  const { t } = useComponentTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const choices = sortable.flatMap((column) => [
    { value: `${column.key} asc`, label: t('table.ascending', { column: t(column.header) }) },
    { value: `${column.key} desc`, label: t('table.descending', { column: t(column.header) }) },
  ]);
  return (
    <NativeSelect
      className={always ? undefined : classes.phoneSort}
      aria-label={t('table.sortBy')}
      data={choices}
      value={`${view.sortBy} ${view.sortDirection}`}
      onChange={(event) => {
        const [sortBy, direction] = event.currentTarget.value.split(' ');
        view.change({ sortBy, sortDirection: direction === 'desc' ? 'desc' : 'asc' });
      }}
    />
  );
}
