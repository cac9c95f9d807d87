import { auditList, auditSortFields } from '@fairwatch/contract';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { DataTable } from '../../core/components/data-table.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { useListSearch } from '../../core/components/use-list-search.ts';
import { usePagedList } from '../../core/components/use-paged-list.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { AuditToolbar } from './audit-toolbar.tsx';
import { columns } from './audit.columns.tsx';

const defaults = { sortFields: auditSortFields, sortBy: 'recordedAt', sortDirection: 'desc' } as const;

/** The log of every device in the admin's scope. */
export function AuditView() {
  const { t } = useTranslation('audit');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { filters, clear } = useAuditFilters();
  const list = usePagedList(query(auditList, { ...search, ...filterInput(filters) }), view);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={<AuditToolbar list={list} />}
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
    </>
  );
}
