import { accessActions, accessLog, accessLogSortFields } from '@fairwatch/contract';
import { IconShieldCog } from '@tabler/icons-react';
import { useAccessTexts } from '../access/use-access-texts.ts';
import { call } from '../api/client.ts';
import { query } from '../api/query.ts';
import { ClearFilters } from '../components/clear-filters.tsx';
import { DataTable } from '../components/data-table.tsx';
import { DayRange } from '../components/day-range.tsx';
import { daysInput, readDays, type Days } from '../components/days.ts';
import { ExportButton } from '../export/export-button.tsx';
import { FilterSelect } from '../components/filter-select.tsx';
import { ListEmptyView } from '../components/list-empty-view.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useListSearch, useUrlSearch } from '../components/use-list-search.ts';
import { usePagedList } from '../components/use-paged-list.ts';
import { accessActionText } from './access-log-words.ts';
import { columns, exportColumns } from './access-log.columns.tsx';

const defaults = { sortFields: accessLogSortFields, sortBy: 'recordedAt', sortDirection: 'desc' } as const;

/** The filters in the URL. */
function useAccessFilters() {
  const { raw, patch } = useUrlSearch();
  const action = accessActions.find((each) => each === raw['action']);
  const days = readDays(raw);
  return {
    action,
    days,
    active: action !== undefined || days.from !== undefined || days.to !== undefined,
    change: (change: Days & { action?: string | undefined }) => patch({ ...change, page: undefined }),
    clear: () => patch({ action: undefined, from: undefined, to: undefined, page: undefined }),
  };
}

/** Who changed whose access: searched, filtered and exported. */
export function AccessLogTable() {
  const { t } = useAccessTexts();
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const filter = useAccessFilters();
  const input = { ...search, action: filter.action, ...daysInput(filter.days) };
  const list = usePagedList(query(accessLog, input), view);
  return (
    <DataTable
      label={t('log.title')}
      columns={columns}
      list={list}
      toolbar={
        <>
          <SearchBox label={t('log.search')} view={view} />
          <FilterSelect
            label={t('log.columns.action')}
            any={t('log.anyAction')}
            options={accessActions.map((value) => ({ value, label: accessActionText(value) }))}
            value={filter.action}
            onChange={(action) => filter.change({ action })}
          />
          <DayRange days={filter.days} onChange={filter.change} />
          {filter.active && <ClearFilters clear={filter.clear} />}
          <ExportButton
            empty={list.pagination === null || list.pagination.totalItems === 0}
            source={{
              name: t('log.title'),
              fileWords: ['access-log'],
              columns: exportColumns,
              fetchPage: (page, signal) => call(accessLog, { ...input, ...page }, signal),
            }}
          />
        </>
      }
      empty={
        <ListEmptyView
          list={list}
          icon={IconShieldCog}
          title={t('log.empty.title')}
          hint={t('log.empty.hint')}
          filter={filter}
        />
      }
    />
  );
}
