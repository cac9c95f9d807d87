import { accessActions, accessLog, accessLogSortFields } from '@fairwatch/contract';
import { IconShieldCog } from '@tabler/icons-react';
import { useAccessTexts } from '../../../shared/admin-accounts/use-access-texts.ts';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { DayRange } from '../../../core/components/filters/day-range.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { daysInput, readDays, type Days } from '../../../core/components/time/days.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
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

/** The log of who changed whose access, with search, filters and export. */
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
          <Filters active={filter.active}>
            <FilterSelect
              label={t('log.columns.action')}
              any={t('log.anyAction')}
              options={accessActions.map((value) => ({ value, label: accessActionText(value) }))}
              value={filter.action}
              onChange={(action) => filter.change({ action })}
            />
            <DayRange days={filter.days} onChange={filter.change} />
          </Filters>
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
