import type { Device } from '@fairwatch/contract';
import { NameLines } from '../../core/components/people/account-name.tsx';
import type { Column } from '../../core/components/table/columns.ts';
import { StatusBadge } from '../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../core/device-feature/device/device-name.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import classes from './devices.module.css';

interface Selection {
  selected: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** The columns of a list of devices, with checkboxes when there is a selection. */
export function deviceColumns(selection: Selection | null): readonly Column<Device>[] {
  const box = (device: Device) =>
    selection && (
      <input
        type="checkbox"
        className={classes.box}
        aria-label={i18n.t('admins:assign.select', { name: `${device.id} ${deviceName(device)}` })}
        checked={selection.selected.has(device.id)}
        onChange={() => selection.toggle(device.id)}
      />
    );
  return [
    {
      key: 'id',
      header: 'admins:assign.columns.id',
      cell: (device) => (
        <span className={classes.pick}>
          {box(device)}
          {device.id}
        </span>
      ),
      sortable: true,
      width: '6rem',
    },
    {
      key: 'username',
      header: 'admins:assign.columns.username',
      cell: ({ username, nickname }) => <NameLines username={username} nickname={nickname} />,
      sortable: true,
      card: 'title',
    },
    { key: 'contactInfo', header: 'admins:assign.columns.contactInfo' },
    { key: 'deviceUniqueUUID', header: 'admins:assign.columns.deviceUniqueUUID' },
    { key: 'appName', header: 'admins:assign.columns.appName', width: '9rem' },
    {
      key: 'status',
      header: 'admins:assign.columns.status',
      cell: ({ status }) => <StatusBadge status={status} />,
      width: '7rem',
      card: 'aside',
    },
  ];
}
