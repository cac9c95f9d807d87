import { adminRoles, adminRoleTitles, userTypes, userTypeTitles, type User } from '@fairwatch/contract';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import type { FetchPage } from '../../../core/export/collect-rows.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import type { PagedList } from '../../../core/components/table/use-paged-list.ts';
import type { UserFilters } from './user-filters.ts';
import { exportColumns } from './users.columns.tsx';

interface UsersToolbarProps {
  list: PagedList<User>;
  filter: UserFilters;
  fetchPage: FetchPage<User>;
}

/** Search, filters and export of the users. */
export function UsersToolbar({ list, filter, fetchPage }: UsersToolbarProps) {
  const { t } = useTranslation('users');
  const { view, pagination } = list;
  const { filters, change } = filter;
  return (
    <>
      <SearchBox label={t('search')} view={view} />
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
      {filter.active && <ClearFilters clear={filter.clear} />}
      <SavedViews list="users" />
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{ name: t('title'), fileWords: ['users'], columns: exportColumns, fetchPage }}
      />
    </>
  );
}
