import {
  userList,
  userSortFields,
  adminRoles,
  adminRoleTitles,
  userTypes,
  userTypeTitles,
  type User,
  importPeople,
  type InputOf,
} from '@fairwatch/contract';
import { IconUsers, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { useOpenUser, useUserFilters, type UserFilters } from './user-filters.ts';
import { columns, exportColumns } from './users.columns.tsx';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import type { FetchPage } from '../../../core/export/collect-rows.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { Can } from '../../../core/components/can.tsx';
import { toast } from '../../../core/toast/toast.tsx';

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

interface UsersToolbarProps {
  list: PagedList<User>;
  filter: UserFilters;
  fetchPage: FetchPage<User>;
}

/** Search, filters and export of the users. */
function UsersToolbar({ list, filter, fetchPage }: UsersToolbarProps) {
  const { t } = useTranslation('users');
  const { view, pagination } = list;
  const { filters, change } = filter;
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      <Filters active={filter.active}>
        <FilterSelect
          label={t('filter.userType')}
          any={t('filter.anyType')}
          options={userTypes.map((value) => ({ value, label: userTypeTitles[value] }))}
          value={filters.userType}
          onChange={(userType) => change({ userType })}
        />
        <FilterSelect
          label={t('filter.adminStatus')}
          any={t('filter.anyStatus')}
          options={adminRoles.map((value) => ({ value, label: adminRoleTitles[value] }))}
          value={filters.adminStatus}
          onChange={(adminStatus) => change({ adminStatus })}
        />
      </Filters>
      {filter.active && <ClearFilters clear={filter.clear} />}
      <SavedViews list="users" />
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{ name: t('title'), fileWords: ['users'], columns: exportColumns, fetchPage }}
      />
    </>
  );
}

// Lazy, because few admins open it.
const ImportPeople = lazyDialog(async () => (await import('./import-people.tsx')).ImportPeople);

/** Import and export of people as CSV. The Excel export of the list has more columns, but cannot be imported. */
function PeopleMenu({ input }: { input: InputOf<typeof userList> }) {
  const { t } = useTranslation('users');
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Can use={importPeople}>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setImporting(true)}
        >
          {t('csv.import')}
        </Button>
      </Can>
      <ExportPeople input={input} />
      {importing && <ImportPeople close={() => setImporting(false)} />}
    </>
  );
}

function ExportPeople({ input }: { input: InputOf<typeof userList> }) {
  const { t } = useTranslation('users');
  const [saving, setSaving] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function save(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setSaving(true);
    try {
      // Imported lazily, because most visits export nothing.
      const { savePeople } = await import('./people-csv.ts');
      toast.success(t('csv.exported', { count: await savePeople(input, controller.signal) }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    }
    setSaving(false);
  }
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconFileExport size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {t('csv.export')}
    </Button>
  );
}
