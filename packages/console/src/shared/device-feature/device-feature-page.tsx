import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ClearFilters } from '../../core/components/filters/clear-filters.tsx';
import type { Column, ListRow } from '../../core/components/table/columns.ts';
import { DataTable } from '../../core/components/table/data-table.tsx';
import { DayRange } from '../../core/components/filters/day-range.tsx';
import { Filters } from '../../core/components/filters/filters.tsx';
import { ExportButton } from '../../core/export/export-button.tsx';
import { ListEmptyView } from '../../core/components/table/list-empty-view.tsx';
import { ListPanel } from '../../core/components/table/list-panel.tsx';
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
  /** Rendered when there are no rows, instead of the default view. */
  empty?: ReactNode;
  /** The namespace of its texts, for a feature with several pages; the feature's id by default. */
  texts?: PageTexts;
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
  return <DataTable {...useFrame(props)} columns={props.columns} onRowOpen={props.onRowOpen} />;
}

interface DeviceFeaturePanelProps<Row extends ListRow> extends Omit<DeviceFeaturePageProps<Row>, 'onRowOpen'> {
  /** Rendered while the first page loads. */
  loading: ReactNode;
  /** Below the rows; the pagination by default. */
  footer?: ReactNode;
  /** The rendered rows. */
  children: ReactNode;
}

/** The rows in another form than a table, with search, filters and export. */
export function DeviceFeaturePanel<Row extends ListRow>(props: DeviceFeaturePanelProps<Row>) {
  const { loading, footer, children } = props;
  return (
    <ListPanel {...useFrame(props)} loading={loading} footer={footer}>
      {children}
    </ListPanel>
  );
}

/** What surrounds the rows: the toolbar, and the views for rows that are not shared or do not exist. */
function useFrame<Row extends ListRow>(props: Omit<DeviceFeaturePageProps<Row>, 'onRowOpen'>) {
  const { list, columns, exportColumns = columns, icon, filters, empty, texts = list.feature.id } = props;
  const { t } = usePageTexts(texts);
  const { rows, shared, filter } = list;
  return {
    label: t('title'),
    list: rows,
    toolbar: shared ? <DeviceFeatureToolbar {...{ list, filters, texts }} columns={exportColumns} /> : undefined,
    failed: shared ? undefined : <NotSharedView error={rows.error} refetch={rows.refetch} />,
    empty: empty ?? (
      <ListEmptyView
        list={rows}
        icon={icon}
        title={t('empty.title')}
        hint={t('empty.hint')}
        filter={filter}
        actions={<UpdateAction list={list} />}
      />
    ),
  };
}

/** Search, filters and the export of all rows that match. */
function DeviceFeatureToolbar<Row extends ListRow>({
  list,
  columns,
  filters,
  texts,
}: Pick<DeviceFeaturePageProps<Row>, 'list' | 'columns' | 'filters'> & { texts: PageTexts }) {
  const { t } = usePageTexts(texts);
  const { view, pagination } = list.rows;
  const { filterBy, period } = list.feature;
  // Saved views are for lists with filters: a search alone is quicker to type, and a folder exists on one device only.
  const hasFilters = period !== null || (filterBy.length > 0 && !filterBy.includes('parent'));
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      {(filters !== undefined || period !== null) && (
        <Filters active={list.filter.active}>
          {filters}
          {period !== null && <DayRange days={list.filter.days} onChange={(days) => list.filter.change({ ...days })} />}
        </Filters>
      )}
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
