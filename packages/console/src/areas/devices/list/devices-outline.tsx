import type { ListedDevice } from '@fairwatch/contract';
import { Box } from '@mantine/core';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { readListSearch } from '../../../core/components/filters/list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import type { PagedList } from '../../../core/components/table/use-paged-list.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { deviceListDefaults } from './device-list-call.ts';
import { columns } from './devices.columns.tsx';
import texts from './devices.texts.json';
import { selectionColumn } from './selection/selection-column.tsx';

addTexts('devices', texts);

/** As many rows as fit on a large screen; more would only enlarge the HTML. */
const rowsOnScreen = 20;

const shown = [selectionColumn, ...columns];

const loading: PagedList<ListedDevice> = {
  rows: [],
  pagination: null,
  loading: true,
  refreshing: false,
  error: null,
  refetch: async () => undefined,
  view: { ...readListSearch({}, deviceListDefaults), pageSize: rowsOnScreen, change: () => undefined },
};

/** The device list in its loading state, which is prerendered into the HTML of the page. */
export function DevicesOutline() {
  const { t } = useTranslation('devices');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DataTable
        label={t('title')}
        columns={shown}
        list={loading}
        toolbar={<Box w="100%" h="2.25rem" />}
        empty={null}
      />
    </>
  );
}
