import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFilters } from '../components/clear-filters.tsx';
import type { Column, ListRow } from '../components/columns.ts';
import { DataTable } from '../components/data-table.tsx';
import { DayRange } from '../components/day-range.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { ListEmptyView } from '../components/list-empty-view.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { DeviceFeatureHeader } from './device-feature-header.tsx';
import { deviceName } from './device-name.ts';
import { NotSharedView } from './not-shared-view.tsx';
import { UpdateAction } from './update-action.tsx';
import type { DeviceFeatureList } from './use-device-feature.ts';

interface DeviceFeaturePageProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  columns: readonly Column<Row>[];
  /** What goes into a file, where that is not what the table shows. */
  exportColumns?: readonly Column<Row>[];
  /** Shown while there are no rows. */
  icon: TablerIcon;
  /** What narrows the list beside its search. */
  filters?: ReactNode;
  /** What choosing a row does. */
  onRowOpen?: (row: Row) => void;
}

/**
 * A device page: Update, command history, export, search and the list. Its words come from the feature's own texts
 * (`title`, `search`, `empty.title`, `empty.hint` in the namespace named by its id).
 */
export function DeviceFeaturePage<Row extends ListRow>(props: DeviceFeaturePageProps<Row>) {
  return (
    <>
      <DeviceFeatureHeader list={props.list} />
      <DeviceFeatureTable {...props} />
    </>
  );
}

/** The rows as a table, with search, filters and export. */
export function DeviceFeatureTable<Row extends ListRow>(props: DeviceFeaturePageProps<Row>) {
  const { list, columns, exportColumns = columns, icon, filters, onRowOpen } = props;
  const { t } = useTranslation(list.feature.id);
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      list={list.rows}
      onRowOpen={onRowOpen}
      toolbar={list.shared ? <DeviceFeatureToolbar list={list} columns={exportColumns} filters={filters} /> : undefined}
      failed={list.shared ? undefined : <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />}
      empty={
        <ListEmptyView
          list={list.rows}
          icon={icon}
          title={t('empty.title')}
          hint={t('empty.hint')}
          filter={list.filter}
          actions={<UpdateAction list={list} />}
        />
      }
    />
  );
}

/** Search, filters and the export of all rows that match. */
export function DeviceFeatureToolbar<Row extends ListRow>({
  list,
  columns,
  filters,
  texts = list.feature.id,
}: Pick<DeviceFeaturePageProps<Row>, 'list' | 'columns' | 'filters'> & { texts?: string }) {
  const { t } = useTranslation(texts);
  const { view, pagination } = list.rows;
  const { filterBy, period } = list.feature;
  // A search alone is shorter than a name for it, and a folder is a place on one device, not a way to see a list.
  const narrows = period !== null || (filterBy.length > 0 && !filterBy.includes('parent'));
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      {filters}
      {period !== null && <DayRange days={list.filter.days} onChange={(days) => list.filter.change({ ...days })} />}
      {list.filter.active && <ClearFilters clear={list.filter.clear} />}
      {narrows && <SavedViews list={texts} />}
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{
          name: t('title'),
          fileWords: [texts, list.device ? deviceName(list.device) : String(list.deviceId)],
          columns,
          fetchPage: list.fetchPage,
        }}
      />
    </>
  );
}
