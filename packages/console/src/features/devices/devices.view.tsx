import { contacts, deviceList, deviceSortFields, deviceSummary } from '@fairwatch/contract';
import { IconDevices } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { query, queryClient } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { DataTable } from '../../core/components/data-table.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { SearchBox } from '../../core/components/search-box.tsx';
import { useListSearch } from '../../core/components/use-list-search.ts';
import { usePagedList } from '../../core/components/use-paged-list.ts';
import { overviewAccess } from '../../core/device-feature/overview-access.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { columns } from './devices.columns.tsx';
import texts from './devices.texts.json';

addTexts('devices', texts);

/** Newest first: whoever looks for a device has mostly just seen it join. */
const defaults = { sortFields: deviceSortFields, sortBy: 'formattedDate', sortDirection: 'desc' } as const;

/** The devices assigned to the signed-in admin. */
export function DevicesView() {
  const { t } = useTranslation('devices');
  const view = useListSearch(defaults);
  const { change, ...search } = view;
  const list = usePagedList(query(deviceList, search), view);
  const opensOverview = useCan(overviewAccess);
  const opensContacts = useCan(contacts.list);
  const page = opensOverview ? 'overview' : 'contact';
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        rowLink={opensOverview || opensContacts ? ({ id }) => `/device/${page}/${id}` : undefined}
        // Only facts about the device: reading its person's data ahead would write an access they never saw into the log.
        onRowIntent={({ id }) => void queryClient.prefetchQuery(query(deviceSummary, { deviceId: id }))}
        toolbar={
          <SearchBox
            label={t('search')}
            value={view.search}
            onChange={(value) => change({ search: value }, { replace: view.search !== '' })}
          />
        }
        empty={<ListEmptyView list={list} icon={IconDevices} title={t('empty.title')} hint={t('empty.hint')} />}
      />
    </>
  );
}
