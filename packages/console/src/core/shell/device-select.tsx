import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { deviceList, type Device } from '@fairwatch/contract';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../api/query.ts';
import { StatusBadge } from '../components/status-badge.tsx';
import { deviceName } from '../device-feature/device-name.ts';
import type { Page } from '../router/page.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

const searchDelayMs = 250;

function option({ id, ...device }: Device) {
  return { value: String(id), label: deviceName(device) };
}

function fits({ nickname, username }: Device, wanted: string): boolean {
  return `${nickname} ${username}`.toLowerCase().includes(wanted.toLowerCase());
}

function OptionLine({ device, label }: { device: Device | undefined; label: string }) {
  return (
    <span className={classes.switchOption}>
      <span>{label}</span>
      {device !== undefined && <StatusBadge status={device.status} />}
    </span>
  );
}

export interface DeviceSelectProps {
  page: Page;
  deviceId: number;
  className: string | undefined;
  onSwitch?: (() => void) | undefined;
  current: Device | undefined;
  onClose: () => void;
}

/** Opens the same page for another device. The server searches: a fleet does not fit into a drop-down. */
export function DeviceSelect({ page, deviceId, className, onSwitch, current, onClose }: DeviceSelectProps) {
  const { t } = useShellTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, searchDelayMs);
  const found = useQuery({
    ...query(deviceList, { search, sortBy: 'username' }),
    placeholderData: keepPreviousData,
  });
  function type(text: string): void {
    // The library writes the chosen name into the box by itself; it stays empty to be typed in, the name behind it.
    if (typed !== '' || current === undefined || text !== deviceName(current)) setTyped(text);
  }
  function switchTo(id: string | null): void {
    onSwitch?.();
    void navigate({ to: page.path, params: { deviceId: id ?? '' } });
  }
  const fresh = search === wanted && !found.isPlaceholderData;
  // What was found for fewer letters stays as far as it fits: Enter must not open another device than the one typed.
  const others = (found.data?.data ?? []).filter((each) => each.id !== deviceId && (fresh || fits(each, wanted)));
  const own = current === undefined ? [] : [current];
  // Whoever searches looks for another one: Enter leads there.
  const devices = wanted === '' ? [...own, ...others] : [...others, ...own];
  return (
    <Select
      className={className}
      aria-label={t('switchDevice')}
      size="sm"
      data={devices.map(option)}
      value={String(deviceId)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={type}
      placeholder={current === undefined ? '' : deviceName(current)}
      // Opened by a press, so that the focus belongs here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultDropdownOpened
      onDropdownClose={onClose}
      filter={({ options }) => options}
      renderOption={({ option: { value, label } }) => (
        <OptionLine label={label} device={devices.find(({ id }) => String(id) === value)} />
      )}
      nothingFoundMessage={t('noDevice')}
      rightSection={<IconSelector size={15} stroke={1.6} aria-hidden />}
      // A portal would put the list behind the phone's menu, which is a modal dialog.
      comboboxProps={{ withinPortal: false }}
      onChange={switchTo}
    />
  );
}
