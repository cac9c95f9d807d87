import { auditList, auditSortFields, type AuditLogEntry } from '@fairwatch/contract';
import { IconHistoryToggle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { query } from '../../../core/api/query.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { AuditToolbar } from './audit-toolbar.tsx';
import { columns } from './audit.columns.tsx';

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
