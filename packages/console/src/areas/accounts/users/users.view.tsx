import { userList, userSortFields } from '@fairwatch/contract';
import { IconUsers } from '@tabler/icons-react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { PeopleMenu } from './people-menu.tsx';
import { useOpenUser, useUserFilters } from './user-filters.ts';
import { UsersToolbar } from './users-toolbar.tsx';
import { columns } from './users.columns.tsx';

const UserDrawer = lazyDialog(async () => (await import('./user-drawer.tsx')).UserDrawer);

/** Newest first, as with devices. */
const defaults = { sortFields: userSortFields, sortBy: 'id', sortDirection: 'desc' } as const;

/** The people in the admin's scope. One account at a time opens in a drawer, with a URL of its own. */
export function UsersView() {
  const { t } = useTranslation('users');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const filter = useUserFilters();
  const input = { ...search, filter: filter.filters };
  const list = usePagedList(query(userList, input), view);
  const { userId, close } = useOpenUser();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<PeopleMenu input={input} />} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        rowLink={({ id }) => ({ search: { user: id } })}
        toolbar={
          <UsersToolbar
            list={list}
            filter={filter}
            fetchPage={(page, signal) => call(userList, { ...input, ...page }, signal)}
          />
        }
        empty={
          <ListEmptyView list={list} icon={IconUsers} title={t('empty.title')} hint={t('empty.hint')} filter={filter} />
        }
      />
      {userId !== null && <UserDrawer userId={userId} close={close} />}
    </>
  );
}
