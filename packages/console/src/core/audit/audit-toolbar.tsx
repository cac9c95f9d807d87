import { auditActions, auditList, type AuditLogEntry } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { ClearFilters } from '../components/clear-filters.tsx';
import { DayRange } from '../components/day-range.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { FilterSelect } from '../components/filter-select.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SavedViews } from '../saved-views/saved-views.tsx';
import type { PagedList } from '../components/use-paged-list.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { actionText } from './audit-words.ts';
import { exportColumns } from './audit.columns.tsx';
import { MoreFilters } from './more-filters.tsx';

interface AuditToolbarProps {
  list: PagedList<AuditLogEntry>;
  /** Chooses a device. */
  deviceFilter: ReactNode;
}

/** Search, filters and export of the log. */
export function AuditToolbar({ list, deviceFilter }: AuditToolbarProps) {
  const { t } = useTranslation('audit');
  const { view, pagination } = list;
  const { filters, change, clear } = useAuditFilters();
  const { search, sortDirection } = view;
  const input = filterInput(filters);
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      {deviceFilter}
      <FilterSelect
        label={t('filter.action')}
        any={t('filter.anyAction')}
        options={auditActions.map((value) => ({ value, label: actionText(value) }))}
        value={filters.action}
        onChange={(action) => change({ action })}
      />
      <DayRange days={filters} onChange={change} />
      <MoreFilters
        rest={
          <>
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
        }
      />
    </>
  );
}
