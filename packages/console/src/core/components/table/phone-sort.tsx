import type { Column, ListRow } from './columns.ts';
import classes from './data-table.module.css';
import { useComponentTexts } from '../use-component-texts.ts';
import { Select } from '../filters/select.tsx';
import type { ListView } from '../filters/use-list-search.ts';
import { i18n } from '../../i18n/i18n.ts';

/** A sort order that belongs to no column, with its label. */
export interface OwnSort {
  sortBy: string;
  label: string;
}

interface PhoneSortProps<Row extends ListRow> {
  columns: readonly Column<Row>[];
  view: ListView;
  /** Shows the select on wide screens too, for a list without headings. */
  always?: boolean;
  /** A sort order of the list beside those of the columns. */
  ownSort?: OwnSort | undefined;
}

/** A select for the sort order, for cards on a phone, which have no headings. */
export function PhoneSort<Row extends ListRow>({ columns, view, always, ownSort }: PhoneSortProps<Row>) {
  const { t } = useComponentTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const columnOptions = sortable.flatMap((column) => [
    { value: `${column.key} asc`, label: t('table.ascending', { column: i18n.t(column.header) }) },
    { value: `${column.key} desc`, label: t('table.descending', { column: i18n.t(column.header) }) },
  ]);
  const selected = view.sortBy === ownSort?.sortBy ? `${view.sortBy} asc` : `${view.sortBy} ${view.sortDirection}`;
  const ownOptions = ownSort === undefined ? [] : [{ value: `${ownSort.sortBy} asc`, label: ownSort.label }];
  return (
    <Select
      className={always ? classes.sortChoice : classes.phoneSort}
      aria-label={t('table.sortBy')}
      options={[...ownOptions, ...columnOptions]}
      value={selected}
      onChange={(next) => {
        const [sortBy, direction] = next.split(' ');
        view.change({ sortBy, sortDirection: direction === 'desc' ? 'desc' : 'asc' });
      }}
    />
  );
}
