import { deviceList, deviceSummary, type Device } from '@fairwatch/contract';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../api/query.ts';
import { deviceName } from '../device-feature/device-name.ts';
import type { Page } from '../router/page.ts';
import { useShellTexts } from './use-shell-texts.ts';

const searchDelayMs = 250;

function option({ id, ...device }: Device) {
  return { value: String(id), label: deviceName(device) };
}

export interface DeviceSelectProps {
  page: Page;
  deviceId: number;
  className: string | undefined;
  onSwitch?: (() => void) | undefined;
}

/** Opens the same page for another device. The server searches: a fleet does not fit into a drop-down. */
export function DeviceSelect({ page, deviceId, className, onSwitch }: DeviceSelectProps) {
  const { t } = useShellTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed, searchDelayMs);
  const current = useQuery(query(deviceSummary, { deviceId })).data?.data;
  const found = useQuery({
    ...query(deviceList, { search, sortBy: 'username' }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  // The box holds the current device's name when closed; opened, it is empty, or that name would be searched for.
  function open(next: boolean): void {
    setOpened(next);
    if (next) setTyped('');
  }
  function switchTo(id: string | null): void {
    onSwitch?.();
    void navigate({ to: page.path, params: { deviceId: id ?? '' } });
  }
  const others = (found.data?.data ?? []).filter(({ id }) => id !== deviceId);
  const devices = current === undefined ? others : [current, ...others];
  return (
    <Select
      className={className}
      aria-label={t('switchDevice')}
      size="sm"
      data={devices.map(option)}
      value={String(deviceId)}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={current === undefined ? '' : deviceName(current)}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      filter={({ options }) => options}
      nothingFoundMessage={t('noDevice')}
      rightSection={<IconSelector size={15} stroke={1.6} aria-hidden />}
      // A portal would put the list behind the phone's menu, which is a modal dialog.
      comboboxProps={{ withinPortal: false }}
      onChange={switchTo}
    />
  );
}
