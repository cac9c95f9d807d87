import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ClearFilters } from '../../core/components/filters/clear-filters.tsx';
import type { Column, ListRow } from '../../core/components/table/columns.ts';
import { DataTable } from '../../core/components/table/data-table.tsx';
import { DayRange } from '../../core/components/filters/day-range.tsx';
import { ExportButton } from '../../core/export/export-button.tsx';
import { ListEmptyView } from '../../core/components/table/list-empty-view.tsx';
import { SearchBox } from '../../core/components/filters/search-box.tsx';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { DeviceFeatureHeader } from './device-feature-header.tsx';
import { deviceName } from './device/device-name.ts';
import { NotSharedView } from './consent/not-shared-view.tsx';
import { UpdateAction } from './commands/update-action.tsx';
import type { DeviceFeatureList } from './use-device-feature.ts';
import { usePageTexts, type PageTexts } from './use-device-feature-texts.ts';

interface DeviceFeaturePageProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  columns: readonly Column<Row>[];
  /** The columns of an exported file; those of the table by default. */
  exportColumns?: readonly Column<Row>[];
  /** The icon of the empty view. */
  icon: TablerIcon;
  /** Filters beside the search field. */
  filters?: ReactNode;
  /** Called when a row is chosen. */
  onRowOpen?: (row: Row) => void;
}

/**
 * A device page: Update, command history, export, search and the list. Its texts come from the feature's namespace
 * (`title`, `search`, `empty.title`, `empty.hint` under its id).
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
  const { t } = usePageTexts(list.feature.id);
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
}: Pick<DeviceFeaturePageProps<Row>, 'list' | 'columns' | 'filters'> & { texts?: PageTexts }) {
  const { t } = usePageTexts(texts);
  const { view, pagination } = list.rows;
  const { filterBy, period } = list.feature;
  // Saved views are for lists with filters: a search alone is quicker to type, and a folder exists on one device only.
  const hasFilters = period !== null || (filterBy.length > 0 && !filterBy.includes('parent'));
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      {filters}
      {period !== null && <DayRange days={list.filter.days} onChange={(days) => list.filter.change({ ...days })} />}
      {list.filter.active && <ClearFilters clear={list.filter.clear} />}
      {hasFilters && <SavedViews list={texts} />}
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
