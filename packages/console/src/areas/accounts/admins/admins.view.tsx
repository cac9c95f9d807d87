import { adminList, adminRoles, adminRoleTitles, adminSortFields } from '@fairwatch/contract';
import { IconShieldCog } from '@tabler/icons-react';
import { query } from '../../../core/api/query.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { InviteButton } from '../invitations/invite-button.tsx';
import { PendingInvitations } from '../invitations/pending-invitations.tsx';
import { columns } from './admins.columns.tsx';

const defaults = { sortFields: adminSortFields, sortBy: 'waiting', sortDirection: 'asc' } as const;

/** Lists the admins below the signed-in one, and the accounts that wait for a role. */
export function AdminsView() {
  const { t } = useTranslation('admins');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const adminStatus = adminRoles.find((role) => role === raw['adminStatus']);
  const list = usePagedList(query(adminList, { ...search, filter: { adminStatus } }), view);
  const filterBy = (status: string | undefined) => patch({ adminStatus: status, page: undefined });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<InviteButton />} />
      <PendingInvitations />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        ownSort={{ sortBy: defaults.sortBy, label: t('waitingFirst') }}
        rowLink={({ id }) => `/role-management/user/settings/${id}`}
        toolbar={
          <>
            <SearchBox label={t('search')} view={view} />
            <FilterSelect
              label={t('filter.label')}
              any={t('filter.any')}
              options={adminRoles.map((value) => ({ value, label: adminRoleTitles[value] }))}
              value={adminStatus}
              onChange={filterBy}
            />
            <SavedViews list="admins" />
          </>
        }
        empty={
          <ListEmptyView
            list={list}
            icon={IconShieldCog}
            title={t('empty.title')}
            hint={t('empty.hint')}
            filter={{ active: adminStatus !== undefined, clear: () => filterBy(undefined) }}
          />
        }
      />
    </>
  );
}
