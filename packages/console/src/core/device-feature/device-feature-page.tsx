import { IconRefresh, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFilters } from '../components/clear-filters.tsx';
import type { Column, ListRow } from '../components/columns.ts';
import { DataTable } from '../components/data-table.tsx';
import { DayRange } from '../components/day-range.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { ListEmptyView } from '../components/list-empty-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ReasonButton } from '../components/reason-button.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { CommandHistory, CommandHistoryButton } from './command-history.tsx';
import { CommandProgress } from './command-progress.tsx';
import { deviceName } from './device-name.ts';
import { DeviceTag } from './device-tag.tsx';
import { NotSharedView } from './not-shared-view.tsx';
import type { DeviceFeatureList } from './use-device-feature.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface DeviceFeaturePageProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  columns: readonly Column<Row>[];
  /** Shown while there are no rows. */
  icon: TablerIcon;
  /** What narrows the list beside its search. */
  filters?: ReactNode;
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

interface DeviceFeatureHeaderProps<Row extends ListRow> {
  list: DeviceFeatureList<Row>;
  /** Buttons beside Update. */
  actions?: ReactNode;
  /** The namespace of its words, for a feature with several pages; the feature's id unless given. */
  texts?: string;
}

/** The top of every device page: what and whose it is, how fresh, Update and the command history. */
export function DeviceFeatureHeader<Row extends ListRow>({ list, actions, texts }: DeviceFeatureHeaderProps<Row>) {
  const { t } = useTranslation(texts ?? list.feature.id);
  return (
    <>
      <PageHeader
        title={t('title')}
        aside={<DeviceTag device={list.device} loading={list.deviceLoading} />}
        subtitle={
          <CommandProgress
            commands={list.commands}
            own={list.feature.command}
            deviceId={list.deviceId}
            online={list.device?.status === 'Online'}
            receiving={t('receiving', { defaultValue: '' })}
          />
        }
        actions={
          <>
            {actions}
            <CommandHistoryButton />
            <UpdateButton {...list.update} />
          </>
        }
      />
      <CommandHistory feature={list.feature} deviceId={list.deviceId} />
    </>
  );
}

/** The rows as a table, with search, filters and export. */
export function DeviceFeatureTable<Row extends ListRow>({ list, columns, icon, filters }: DeviceFeaturePageProps<Row>) {
  const { t } = useTranslation(list.feature.id);
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      list={list.rows}
      toolbar={list.shared ? <DeviceFeatureToolbar list={list} columns={columns} filters={filters} /> : undefined}
      failed={list.shared ? undefined : <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />}
      empty={
        <ListEmptyView
          list={list.rows}
          icon={icon}
          title={t('empty.title')}
          hint={t('empty.hint')}
          filter={list.filter}
        />
      }
    />
  );
}

function UpdateButton({ start, sending, reason }: DeviceFeatureList<ListRow>['update']) {
  const { t } = useDeviceFeatureTexts();
  return (
    <ReasonButton leftSection={<IconRefresh size={16} aria-hidden />} reason={reason} loading={sending} onClick={start}>
      {t('update')}
    </ReasonButton>
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
  return (
    <>
      <SearchBox
        label={t('search')}
        value={view.search}
        // The first letter leaves a step for the back button, the following ones only refine it.
        onChange={(search) => view.change({ search }, { replace: view.search !== '' })}
      />
      {filters}
      {list.feature.period !== null && (
        <DayRange days={list.filter.days} onChange={(days) => list.filter.change({ ...days })} />
      )}
      {list.filter.active && <ClearFilters clear={list.filter.clear} />}
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
