import { auditList, auditSortFields, type AuditLogEntry, auditActions } from '@fairwatch/contract';
import { IconHistoryToggle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { query } from '../../../core/api/query.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { columns, exportColumns } from './audit.columns.tsx';
import { call } from '../../../core/api/client.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { DayRange } from '../../../core/components/filters/day-range.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { actionText } from '../../../shared/log-lines/audit-words.ts';
import { MoreFilters } from './more-filters.tsx';

const defaults = { sortFields: auditSortFields, sortBy: 'recordedAt', sortDirection: 'desc' } as const;

/** Loads the page of the log that the URL selects, over all devices in the admin's scope. */
export function useAuditLog(): PagedList<AuditLogEntry> {
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { filters } = useAuditFilters();
  return usePagedList(query(auditList, { ...search, ...filterInput(filters) }), view);
}

interface AuditTableProps {
  list: PagedList<AuditLogEntry>;
  /** The control that narrows the log to one device. */
  deviceFilter: ReactNode;
}

/** The log of who did what and when, with search, filters and export. */
export function AuditTable({ list, deviceFilter }: AuditTableProps) {
  const { t } = useTranslation('audit');
  const { filters, clear } = useAuditFilters();
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      list={list}
      toolbar={<AuditToolbar list={list} deviceFilter={deviceFilter} />}
      empty={
        <ListEmptyView
          list={list}
          icon={IconHistoryToggle}
          title={t('empty.title')}
          hint={t('empty.hint')}
          filter={{ active: isFiltered(filters), clear }}
        />
      }
    />
  );
}

interface AuditToolbarProps {
  list: PagedList<AuditLogEntry>;
  /** The control that narrows the log to one device. */
  deviceFilter: ReactNode;
}

/** Search, filters and export of the log. */
function AuditToolbar({ list, deviceFilter }: AuditToolbarProps) {
  const { t } = useTranslation('audit');
  const { view, pagination } = list;
  const { filters, change, clear } = useAuditFilters();
  const { search, sortDirection } = view;
  const input = filterInput(filters);
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      <Filters active={isFiltered(filters)}>
        {deviceFilter}
        <FilterSelect
          label={t('filter.action')}
          any={t('filter.anyAction')}
          options={auditActions.map((value) => ({ value, label: actionText(value) }))}
          value={filters.action}
          onChange={(action) => change({ action })}
        />
        <DayRange days={filters} onChange={change} />
        <MoreFilters />
      </Filters>
      {isFiltered(filters) && <ClearFilters clear={clear} />}
      <SavedViews list="audit" />
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{
          name: t('title'),
          fileWords: ['audit-log'],
          columns: exportColumns,
          fetchPage: (page, signal) => call(auditList, { ...input, search, sortDirection, ...page }, signal),
        }}
      />
    </>
  );
}
