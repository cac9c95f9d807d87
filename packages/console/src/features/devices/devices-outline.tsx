import type { ListedDevice } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../core/components/data-table.tsx';
import { readListSearch } from '../../core/components/list-search.ts';
import { PageHeader } from '../../core/components/page-header.tsx';
import type { PagedList } from '../../core/components/use-paged-list.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { deviceListDefaults } from './device-list-call.ts';
import { columns } from './devices.columns.tsx';
import classes from './devices.module.css';
import texts from './devices.texts.json';

addTexts('devices', texts);

/** As many rows as a large screen shows; the HTML need not carry those below. */
const rowsOnScreen = 20;

const loading: PagedList<ListedDevice> = {
  rows: [],
  pagination: null,
  loading: true,
  refreshing: false,
  error: null,
  refetch: async () => undefined,
  view: { ...readListSearch({}, deviceListDefaults), pageSize: rowsOnScreen, change: () => undefined },
};

/** The device list while nothing has arrived yet, for the HTML of its page. */
export function DevicesOutline() {
  const { t } = useTranslation('devices');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={loading}
        toolbar={<div className={classes.outlineToolbar} />}
        empty={null}
      />
    </>
  );
}
