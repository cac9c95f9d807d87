import { scheduleList, type Schedule } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { matchingRows, wholeList } from '../../../core/components/table/whole-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { permittedActions } from '../../../shared/schedule-form/schedule-draft.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { scheduleRows, scheduleSortFields } from './schedule-rows.ts';
import { columnsWith } from './schedules.columns.tsx';

// Lazy, because most visits only read the list.
const ScheduleDialog = lazyDialog(
  async () => (await import('../../../shared/schedule-form/schedule-dialog.tsx')).ScheduleDialog,
);

const defaults = { sortFields: scheduleSortFields, sortBy: 'name', sortDirection: 'asc' } as const;

/** The schedules of the signed-in admin, or of all admins for a super admin. */
export function SchedulesView() {
  const { t } = useTranslation('schedules');
  const view = useListSearch(defaults);
  const result = useQuery(query(scheduleList, {}));
  const [edited, setEdited] = useState<Schedule | null>(null);
  const [creating, setCreating] = useState(false);
  const mayCreate = permittedActions(useAdminSession()).length > 0;
  const columns = useMemo(() => columnsWith(setEdited), []);
  const close = () => {
    setEdited(null);
    setCreating(false);
  };
  const createButton = (variant: 'filled' | 'light') =>
    mayCreate && (
      <Button
        variant={variant}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setCreating(true)}
      >
        {t('create')}
      </Button>
    );
  const rows = matchingRows(result.data?.data ?? [], view, scheduleRows);
  const list = wholeList(result, rows, view);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={createButton('filled')} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={<SearchBox label={t('search')} view={view} />}
        empty={
          <ListEmptyView
            list={list}
            icon={IconCalendarRepeat}
            title={t('empty.title')}
            hint={t('empty.hint')}
            actions={createButton('light')}
          />
        }
      />
      {(edited !== null || creating) && <ScheduleDialog schedule={edited} close={close} />}
    </>
  );
}
