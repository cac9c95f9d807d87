import '@mantine/core/styles/Input.layer.css';
import { deviceList, limits, type Platform } from '@fairwatch/contract';
import { CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { deviceName } from '../device-feature/device/device-name.ts';
import classes from './device-search.module.css';

/** A device that a form has chosen. */
export interface NamedDevice {
  id: number;
  name: string;
  /** What kind of client it runs, where the form knows it. */
  platform?: Platform | null;
}

interface ChosenDevicesProps {
  devices: readonly NamedDevice[];
  /** The accessible name of the button that removes one. */
  removeLabel: (name: string) => string;
  onRemove: (device: NamedDevice) => void;
}

/** The chosen devices, each with a button that removes it. */
export function ChosenDevices({ devices, removeLabel, onRemove }: ChosenDevicesProps) {
  if (devices.length === 0) return null;
  return (
    <ul className={classes.chosen}>
      {devices.map((device) => (
        <li key={device.id}>
          {device.name}
          <CloseButton size="xs" aria-label={removeLabel(device.name)} onClick={() => onRemove(device)} />
        </li>
      ))}
    </ul>
  );
}

interface DeviceSearchProps {
  name: string;
  label: string;
  placeholder: string;
  /** Said when no device matches. */
  noMatch: string;
  /** The accessible name of a found device. */
  chooseLabel: (name: string) => string;
  /** Devices that are not offered, because they are chosen already. */
  chosen?: readonly NamedDevice[];
  disabled?: boolean;
  onChoose: (device: NamedDevice) => void;
}

/** How many matching devices are offered below the field. */
const offered = 6;
const none: readonly NamedDevice[] = [];

/** A field in which a device is found by typing a part of its name or of its person's. */
export function DeviceSearch({ noMatch, chooseLabel, chosen = none, onChoose, ...field }: DeviceSearchProps) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const enabled = useCan(deviceList) && search !== '';
  const input = { page: 1, pageSize: offered + chosen.length, search };
  const { data } = useQuery({ ...query(deviceList, input), enabled });
  const found = (data?.data ?? []).filter(({ id }) => chosen.every((device) => device.id !== id)).slice(0, offered);
  const choose = (device: NamedDevice) => {
    onChoose(device);
    setTyped('');
  };
  return (
    <>
      <TextInput
        {...field}
        type="search"
        autoComplete="off"
        maxLength={limits.search.maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the whole form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {search !== '' && data && (
        <ul className={classes.found}>
          {found.length === 0 && <li>{noMatch}</li>}
          {found.map((device) => {
            const name = deviceName(device);
            return (
              <li key={device.id}>
                <button
                  type="button"
                  aria-label={chooseLabel(name)}
                  onClick={() => choose({ id: device.id, name, platform: device.platform })}
                >
                  {name} <span>{device.username}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
