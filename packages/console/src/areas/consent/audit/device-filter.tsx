import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { deviceList, type Device } from '@fairwatch/contract';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import classes from '../../../shared/log-lines/audit.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

const searchDelayMs = 250;

function option({ id, ...device }: Device) {
  return { value: String(id), label: deviceName(device) };
}

interface DeviceFilterProps {
  deviceId: number | undefined;
  /** The name of the chosen device, if one of its log entries is loaded. Loading the device itself would be recorded in its log. */
  name: string | undefined;
  onChange: (deviceId: number | undefined) => void;
}

/** Narrows the log to one device. The server searches, because a fleet is too large for a drop-down. */
export function DeviceFilter({ deviceId, name, onChange }: DeviceFilterProps) {
  const { t } = useTranslation('audit');
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed, searchDelayMs);
  const result = useQuery({
    ...query(deviceList, { search, sortBy: 'username' }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const others = (result.data?.data ?? []).filter(({ id }) => id !== deviceId).map(option);
  const chosen =
    deviceId === undefined
      ? []
      : [{ value: String(deviceId), label: name ?? t('filter.deviceNumber', { id: deviceId }) }];
  // Closed, the field shows the chosen device's name. Opened, it is empty, because it would search for that name.
  function open(next: boolean): void {
    setOpened(next);
    if (next) setTyped('');
  }
  return (
    <Select
      className={classes.filter}
      aria-label={t('filter.device')}
      placeholder={t('filter.anyDevice')}
      data={[...chosen, ...others]}
      value={deviceId === undefined ? null : String(deviceId)}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      filter={({ options }) => options}
      nothingFoundMessage={t('filter.noDevice')}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
