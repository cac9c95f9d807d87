import { ShortId } from '../../../../core/components/text/short-id.tsx';
import type { clientsOfAdmin, Device, OutputOf } from '@fairwatch/contract';
import { NameLines } from '../../../../core/components/people/account-name.tsx';
import type { Column } from '../../../../core/components/table/columns.ts';
import { StatusBadge } from '../../../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../../../shared/device-feature/device/device-name.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

/** A device in the list of an admin. Only the assigned ones say through which groups they are there. */
export type PickedDevice = Device & Partial<Pick<OutputOf<typeof clientsOfAdmin>[number], 'viaGroups'>>;

/** The groups through which an admin has a device, as text; empty for none. */
function groupsText({ viaGroups = [] }: PickedDevice): string {
  return listText(viaGroups);
}

/** Why a device cannot be taken from an admin by itself; undefined when it can. */
export function groupRefusal(device: PickedDevice): string | undefined {
  const groups = groupsText(device);
  return groups === '' ? undefined : i18n.t('admins:assign.throughGroup', { groups });
}

interface Selection {
  selected: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** The columns of a list of devices, with checkboxes when there is a selection, and with the groups of assigned ones. */
export function deviceColumns(tab: 'assigned' | 'free', selection: Selection | null): readonly Column<PickedDevice>[] {
  const viaGroups: Column<PickedDevice> = {
    key: 'viaGroups',
    header: 'admins:assign.viaGroups',
    text: groupsText,
    width: '9rem',
  };
  const box = (device: PickedDevice) =>
    selection && (
      <input
        type="checkbox"
        aria-label={i18n.t('admins:assign.select', { name: `${device.id} ${deviceName(device)}` })}
        checked={selection.selected.has(device.id)}
        disabled={groupRefusal(device) !== undefined}
        title={groupRefusal(device)}
        onChange={() => selection.toggle(device.id)}
      />
    );
  return [
    {
      key: 'id',
      header: 'admins:assign.columns.id',
      cell: (device) => (
        <span className="fw-inline">
          {box(device)}
          {device.id}
        </span>
      ),
      sortable: true,
      width: '6rem',
      card: 'lead',
    },
    {
      key: 'username',
      header: 'admins:assign.columns.username',
      cell: (device) => <NameLines username={device.username} name={deviceName(device)} />,
      sortable: true,
      card: 'title',
    },
    { key: 'contactInfo', header: 'admins:assign.columns.contactInfo' },
    {
      key: 'deviceUniqueUUID',
      header: 'admins:assign.columns.deviceUniqueUUID',
      cell: ({ deviceUniqueUUID }) => <ShortId id={deviceUniqueUUID} />,
      width: '7rem',
      card: 'last',
    },
    ...(tab === 'assigned' ? [viaGroups] : []),
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
