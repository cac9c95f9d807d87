import { auditActions, auditList, type AuditLogEntry } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { call } from '../../../core/api/client.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { DayRange } from '../../../core/components/filters/day-range.tsx';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import type { PagedList } from '../../../core/components/table/use-paged-list.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { actionText } from '../../../shared/log-lines/audit-words.ts';
import { exportColumns } from './audit.columns.tsx';
import { MoreFilters } from './more-filters.tsx';

interface AuditToolbarProps {
  list: PagedList<AuditLogEntry>;
  /** The control that narrows the log to one device. */
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
