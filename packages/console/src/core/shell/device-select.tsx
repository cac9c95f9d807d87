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
import type { DeviceSwitcherProps } from './device-switcher.tsx';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

const searchDelayMs = 250;

function option({ id, ...device }: Device) {
  return { value: String(id), label: deviceName(device) };
}

function OptionLine({ device, label }: { device: Device | undefined; label: string }) {
  return (
    <span className={classes.switchOption}>
      <span>{label}</span>
      {device !== undefined && <StatusBadge status={device.status} />}
    </span>
  );
}

interface DeviceSelectProps extends DeviceSwitcherProps {
  current: Device | undefined;
  onClose: () => void;
}

/** Opens the same page for another device. The server searches: a fleet does not fit into a drop-down. */
export function DeviceSelect({ page, deviceId, className, onSwitch, current, onClose }: DeviceSelectProps) {
  const { t } = useShellTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  // The box begins with the current name in it; whoever has typed nothing yet looks for any.
  const [search] = useDebouncedValue(current && typed === deviceName(current) ? '' : typed, searchDelayMs);
  const found = useQuery({
    ...query(deviceList, { search, sortBy: 'username' }),
    placeholderData: keepPreviousData,
  });
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
      // Opened by a press, so that the focus belongs here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultDropdownOpened
      onFocus={({ currentTarget }) => currentTarget.select()}
      onDropdownClose={onClose}
      filter={({ options }) => options}
      renderOption={({ option: { value, label } }) => (
        <OptionLine label={label} device={devices.find(({ id }) => String(id) === value)} />
      )}
      nothingFoundMessage={t('noDevice')}
      rightSection={<IconSelector size={15} stroke={1.6} aria-hidden />}
      // A portal would put the list behind the phone's menu, which is a modal dialog.
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-end' }}
      onChange={switchTo}
    />
  );
}
