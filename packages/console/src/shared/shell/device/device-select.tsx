import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { deviceList, type Device } from '@fairwatch/contract';
import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { foldText } from '../../../core/components/text/fold-text.ts';
import type { Page } from '../../../core/router/page.ts';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { registryPageLink } from '../../../core/router/page-link.ts';

const searchDelayMs = 250;

function toOption({ id, ...device }: Device) {
  return { value: String(id), label: deviceName(device) };
}

function matches(device: Device, text: string): boolean {
  return foldText(`${deviceName(device)} ${device.displayName} ${device.username}`).includes(foldText(text));
}

function OptionLine({ device, label }: { device: Device | undefined; label: string }) {
  return (
    <Group component="span" gap="sm" justify="space-between" wrap="nowrap" w="100%" miw={0}>
      <span className="fw-ellipsis">{label}</span>
      {device !== undefined && <StatusBadge status={device.status} />}
    </Group>
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

/** A select that opens the same page for another device. The server searches, because a fleet is too large for one list. */
export function DeviceSelect({ page, deviceId, className, onSwitch, current, onClose }: DeviceSelectProps) {
  const { t } = useShellTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const typedSearch = typed.trim();
  const [search] = useDebouncedValue(typedSearch, searchDelayMs);
  const found = useQuery({
    ...query(deviceList, { search, sortBy: 'username' }),
    placeholderData: keepPreviousData,
  });
  function type(text: string): void {
    // Mantine writes the selected label into the search box. It is ignored: the box starts empty with the label as its placeholder.
    if (typed !== '' || current === undefined || text !== deviceName(current)) setTyped(text);
  }
  function switchTo(id: string | null): void {
    onSwitch?.();
    void navigate(registryPageLink(page, Number(id)));
  }
  const isFresh = search === typedSearch && !found.isPlaceholderData;
  // Stale results are filtered by the typed text, so that Enter never opens another device.
  const others = (found.data?.data ?? []).filter(
    (each) => each.id !== deviceId && (isFresh || matches(each, typedSearch)),
  );
  const own = current === undefined ? [] : [current];
  // While searching, the open device comes last, so that Enter selects the first other match.
  const devices = typedSearch === '' ? [...own, ...others] : [...others, ...own];
  return (
    <Select
      className={className}
      aria-label={t('switchDevice')}
      size="sm"
      data={devices.map(toOption)}
      value={String(deviceId)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={type}
      placeholder={current === undefined ? '' : deviceName(current)}
      // It is rendered after a click on the switcher, so it takes the focus.
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
      // In a portal the list would be behind the phone menu, which is a modal dialog.
      comboboxProps={{ withinPortal: false }}
      onChange={switchTo}
    />
  );
}
