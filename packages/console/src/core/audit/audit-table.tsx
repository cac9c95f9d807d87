import { auditList, auditSortFields, type AuditLogEntry } from '@fairwatch/contract';
import { IconHistoryToggle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../api/query.ts';
import { DataTable } from '../components/data-table.tsx';
import { ListEmptyView } from '../components/list-empty-view.tsx';
import { useListSearch } from '../components/use-list-search.ts';
import { usePagedList, type PagedList } from '../components/use-paged-list.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { AuditToolbar } from './audit-toolbar.tsx';
import { columns } from './audit.columns.tsx';

const defaults = { sortFields: auditSortFields, sortBy: 'recordedAt', sortDirection: 'desc' } as const;

/** A page of the log as the URL asks for it, over all devices in the admin's scope. */
export function useAuditLog(): PagedList<AuditLogEntry> {
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { filters } = useAuditFilters();
  return usePagedList(query(auditList, { ...search, ...filterInput(filters) }), view);
}

interface AuditTableProps {
  list: PagedList<AuditLogEntry>;
  /** Chooses a device. */
  deviceFilter: ReactNode;
}

/** Who did what, and when: searched, filtered and exported. */
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
