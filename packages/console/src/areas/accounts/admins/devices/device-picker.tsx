import {
  assignDevices,
  clientsOfAdmin,
  clientSortFields,
  freeClients,
  limits,
  removeDevices,
} from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { changeAccount } from '../../../../shared/admin-accounts/change-account.ts';
import { query } from '../../../../core/api/query.ts';
import { DataTable } from '../../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../../core/components/table/list-empty-view.tsx';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { SearchBox } from '../../../../core/components/filters/search-box.tsx';
import { useListSearch } from '../../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../../core/components/table/use-paged-list.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { deviceColumns, groupRefusal, type PickedDevice } from './device-picker.columns.tsx';

const defaults = { sortFields: clientSortFields, sortBy: 'id', sortDirection: 'asc' } as const;

interface DevicePickerProps {
  userId: number;
  tab: 'assigned' | 'free';
  mayChange: boolean;
  selected: ReadonlySet<number>;
  select: Dispatch<SetStateAction<ReadonlySet<number>>>;
}

/** A list of devices whose selection spans pages and searches. The selected devices are assigned or removed together. */
export function DevicePicker({ userId, tab, mayChange, selected, select }: DevicePickerProps) {
  const { t } = useTranslation('admins');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const endpoint = tab === 'assigned' ? clientsOfAdmin : freeClients;
  const list: PagedList<PickedDevice> = usePagedList(query(endpoint, { userId, ...search }), view);
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    select(next);
  };
  const words = tab === 'assigned' ? 'Assigned' : 'Free';
  return (
    <DataTable
      label={t(`assign.${tab}`)}
      columns={deviceColumns(tab, mayChange ? { selected, toggle } : null)}
      list={list}
      {...(mayChange && {
        onRowOpen: (device: PickedDevice) => {
          if (groupRefusal(device) === undefined) toggle(device.id);
        },
      })}
      toolbar={
        <>
          <SearchBox label={t('assign.search')} view={view} />
          {mayChange && <PickerActions {...{ userId, tab, list, selected, select }} />}
        </>
      }
      empty={
        <ListEmptyView
          list={list}
          icon={IconDeviceMobile}
          title={t(`assign.empty${words}`)}
          hint={t(`assign.empty${words}Hint`)}
        />
      }
    />
  );
}

interface PickerActionsProps extends Omit<DevicePickerProps, 'mayChange'> {
  list: PagedList<PickedDevice>;
}

/** The buttons that select the whole page, and that assign or remove the selected devices. */
function PickerActions({ userId, tab, list, selected, select }: PickerActionsProps) {
  const { t } = useTranslation('admins');
  const [saving, setSaving] = useState(false);
  const onPage = list.rows.filter((device) => groupRefusal(device) === undefined).map(({ id }) => id);
  const isPageSelected = onPage.length > 0 && onPage.every((id) => selected.has(id));
  const selectPage = () =>
    select(new Set(isPageSelected ? [...selected].filter((id) => !onPage.includes(id)) : [...selected, ...onPage]));
  const save = async () => {
    setSaving(true);
    const deviceIds = [...selected].slice(0, limits.page.maxSize);
    const saved = await changeAccount(tab === 'assigned' ? removeDevices : assignDevices, { userId, deviceIds });
    // Devices that were selected while saving stay selected.
    if (saved) select((now) => new Set([...now].filter((id) => !deviceIds.includes(id))));
    await refetchChanged('devices');
    setSaving(false);
  };
  return (
    <Group component="span" gap="xs" ml="auto">
      <Button variant="default" disabled={onPage.length === 0} aria-pressed={isPageSelected} onClick={selectPage}>
        {t('assign.selectPage')}
      </Button>
      <ReasonButton
        reason={selected.size === 0 ? t('assign.nothing') : null}
        loading={saving}
        onClick={() => void save()}
      >
        {t(tab === 'assigned' ? 'assign.remove' : 'assign.assign')}
        {selected.size > 0 && ` (${selected.size})`}
      </ReasonButton>
    </Group>
  );
}
