import { passcodeList, savePasscodes } from '@fairwatch/contract';
import { Box, Text } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { call } from '../../../core/api/client.ts';
import { query, queryClient } from '../../../core/api/query.ts';
import { Can, useCan } from '../../../core/components/can.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { useVisibleColumns } from '../../../core/components/table/use-visible-columns.ts';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { useBegan } from '../../../shared/get-started/use-began.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { CreatePasscodes } from '../../../shared/enrolment/create-passcodes.tsx';
import { useDeviceFilters } from './device-filters.ts';
import { deviceListCall, deviceListDefaults } from './device-list-call.ts';
import { DevicesToolbar } from './devices-toolbar.tsx';
import { columns, hiddenFirst, usedColumns, withRoom } from './devices.columns.tsx';
import texts from './devices.texts.json';
import { selectionColumn } from './selection/selection-column.tsx';
import { isEmpty } from './selection/selection.ts';
import { SelectionContext, useSelection } from './selection/use-selection.ts';

addTexts('devices', texts);

// Lazy, because it is shown only until the first device has joined.
const GetStarted = lazy(async () => ({
  default: (await import('../../../shared/get-started/get-started.tsx')).GetStarted,
}));

// Lazy, because most visits select nothing.
const SelectionBar = lazy(async () => ({ default: (await import('./selection/selection-bar.tsx')).SelectionBar }));

/** Loads the rows of the list for the search parameters of a URL. */
export function loadDevices(raw: RawSearch): Promise<void> {
  return queryClient.prefetchQuery(query(...deviceListCall(raw)));
}

/** The devices assigned to the signed-in admin. */
export function DevicesView() {
  const { t } = useTranslation('devices');
  const view = useListSearch(deviceListDefaults);
  const filter = useDeviceFilters();
  const [endpoint, input] = deviceListCall(useUrlSearch().raw);
  const list = usePagedList(query(endpoint, input), view);
  const visible = useVisibleColumns('devices', usedColumns(columns), hiddenFirst());
  const narrowing = { search: view.search, filter: filter.filters };
  const selecting = useSelection(list.rows, narrowing);
  const linkTo = useDeviceLink();
  const empty = !list.loading && list.rows.length === 0 && view.search === '' && !filter.active;
  const began = useBegan(empty);
  const isGuided = useCan(passcodeList);
  return (
    <SelectionContext value={selecting}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Can use={savePasscodes}>
            <CreatePasscodes>{t('add')}</CreatePasscodes>
          </Can>
        }
      />
      {isGuided && began && list.rows.length > 0 && (
        <Suspense>
          <GetStarted framed />
        </Suspense>
      )}
      <DataTable
        label={t('title')}
        columns={[selectionColumn, ...withRoom(visible.shown)]}
        list={list}
        rowLink={({ id }) => linkTo(id)}
        toolbar={
          <DevicesToolbar
            list={list}
            filter={filter}
            columns={visible}
            narrowing={narrowing}
            fetchPage={(page, signal) => call(endpoint, { ...input, ...page }, signal)}
          />
        }
        empty={
          <ListEmptyView
            list={list}
            icon={IconDevices}
            title={t('empty.title')}
            hint={t('empty.hint')}
            filter={filter}
            note={
              isGuided ? (
                <Suspense fallback={<Box h="28.75rem" aria-busy />}>
                  <GetStarted />
                </Suspense>
              ) : (
                <Text size="sm" c="dimmed" maw="26rem">
                  {t('empty.ask')}
                </Text>
              )
            }
          />
        }
      />
      {!isEmpty(selecting.selection) && (
        <Suspense>
          <SelectionBar selecting={selecting} matching={list.pagination?.totalItems ?? 0} input={input} />
        </Suspense>
      )}
    </SelectionContext>
  );
}
