import type { ListedDevice } from '@fairwatch/contract';
import { IconBolt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../../../core/components/table/columns.ts';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { ShortId } from '../../../core/components/text/short-id.tsx';
import { NotTransparentMark } from '../../../core/components/badges/not-transparent.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { clientText } from '../../../shared/device-feature/device/client-text.ts';
import { GroupTags } from '../../../shared/group-tags/group-tags.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import classes from './devices.module.css';
import { isKindUsed, sessionStore } from '../../../core/session/session-store.ts';
import { listText } from '../../../core/i18n/list-text.ts';

/** A battery below this percentage is shown as a warning. */
const lowPercent = 15;

/** A cell whose text wraps to at most two lines. */
function Wrap({ children }: { children: ReactNode }) {
  return <span className={`fw-two-lines ${classes.wrap}`}>{children}</span>;
}

/** What the device is called, and below it its model, or what its client calls it. A table has no room for both. */
function Name(device: ListedDevice) {
  const { name, model } = device;
  const first = breakable(deviceName(device));
  const alsoKnownBy = (model ?? '') === '' ? name : model;
  if (alsoKnownBy === '') return <Wrap>{first}</Wrap>;
  return (
    <>
      <Wrap>{first}</Wrap>
      <span className={`fw-note ${classes.second}`}>
        <span className="fw-ellipsis" dir="auto">
          {alsoKnownBy}
        </span>
        {device.batteryPercent !== null && <Battery {...device} className={`fw-note ${classes.instead}`} />}
      </span>
    </>
  );
}

/** The app, and below it the platform if the device reported it. */
function App(device: ListedDevice) {
  const client = clientText(device);
  return (
    <span>
      <Wrap>{device.appName}</Wrap>
      {client !== '' && <span className={`fw-note fw-ellipsis ${classes.client}`}>{client}</span>}
    </span>
  );
}

function LastSeen({ lastSeenAt, className }: ListedDevice & { className?: string | undefined }) {
  if (lastSeenAt === null) return <span className={className}>{i18n.t('devices:neverSeen')}</span>;
  return <RelativeTime at={lastSeenAt} short className={className} />;
}

function batteryText({ batteryPercent: percent, charging }: ListedDevice): string {
  return percent === null ? '' : i18n.t(charging ? 'devices:charging' : 'devices:battery', { percent });
}

function Battery({ className, ...device }: ListedDevice & { className?: string }) {
  const { batteryPercent: percent, charging } = device;
  if (percent === null) return '–';
  if (!charging) {
    return (
      <span className={className} data-tone={percent < lowPercent ? 'bad' : undefined}>
        {batteryText(device)}
      </span>
    );
  }
  return (
    <span className={className}>
      <span className="fw-inline">
        <span className="fw-hidden">{batteryText(device)}</span>
        <span aria-hidden>{i18n.t('devices:battery', { percent })}</span>
        <IconBolt size={14} aria-hidden />
      </span>
    </span>
  );
}

function sharedText({ sharedCount: count }: ListedDevice): string {
  return i18n.t('devices:shared', { count, all: sessionStore.get().installation.usedKinds.length });
}

/** The groups of a device. A table has room for the name of one, a card for several. */
function Groups({ groups }: ListedDevice) {
  return (
    groups.length > 0 && (
      <>
        <span className={classes.inTable}>
          <GroupTags groups={groups} atMost={1} />
        </span>
        <span className={classes.onCard}>
          <GroupTags groups={groups} atMost={4} />
        </span>
      </>
    )
  );
}

function Status(device: ListedDevice) {
  const badge = <StatusBadge status={device.status} />;
  if (device.status === 'Online' && device.noticeShown !== false) return badge;
  return (
    <span className={classes.status}>
      {badge}
      <NotTransparentMark noticeShown={device.noticeShown} />
      {device.status !== 'Online' && <LastSeen {...device} className={`fw-note ${classes.instead}`} />}
    </span>
  );
}

/** The columns that an installation without details of devices leaves out. */
const ofDetails = ['batteryPercent', 'charging', 'model'];

/** The columns about what this installation uses. */
export function usedColumns(all: readonly Column<ListedDevice>[]): readonly Column<ListedDevice>[] {
  return isKindUsed('DEVICE_INFO') ? all : all.filter(({ key }) => !ofDetails.includes(key));
}

/** A UUID says nothing to a parent or a teacher, and takes the room of the name: outside of SPEC's face it is hidden until somebody shows it. */
export function hiddenFirst(): (keyof ListedDevice)[] {
  return (sessionStore.get().installation.preset ?? 'everything') === 'everything' ? [] : ['deviceUniqueUUID'];
}

/** The widths of what people are called, in a table without the column of UUIDs. */
const roomy: Partial<Record<string, string>> = { username: '8rem', contactInfo: '11rem' };

/** The room of a hidden column goes to the words that would break first. */
export function withRoom(shown: readonly Column<ListedDevice>[]): readonly Column<ListedDevice>[] {
  if (shown.some(({ key }) => key === 'deviceUniqueUUID')) return shown;
  return shown.map((column) => ({ ...column, width: roomy[column.key] ?? column.width }));
}

export const columns: readonly Column<ListedDevice>[] = [
  { key: 'id', header: 'devices:columns.id', sortable: true, width: '3.5rem', card: 'last' },
  {
    key: 'name',
    header: 'devices:columns.device',
    cell: (device) => <Name {...device} />,
    text: (device) => [deviceName(device), device.name, device.model ?? ''].filter((words) => words !== '').join(' · '),
    below: Groups,
    sortable: true,
    card: 'title',
  },
  {
    key: 'deviceUniqueUUID',
    header: 'devices:columns.deviceUniqueUUID',
    cell: ({ deviceUniqueUUID }) => <ShortId id={deviceUniqueUUID} />,
    sortable: true,
    card: 'last',
    width: '7.25rem',
  },
  {
    key: 'username',
    header: 'devices:columns.username',
    cell: ({ username }) => <Wrap>{breakable(username)}</Wrap>,
    sortable: true,
    width: '7rem',
  },
  {
    key: 'contactInfo',
    header: 'devices:columns.contactInfo',
    cell: ({ contactInfo }) => <Wrap>{breakable(contactInfo)}</Wrap>,
    sortable: true,
    width: '9.25rem',
  },
  {
    key: 'appName',
    header: 'devices:columns.appName',
    cell: (device) => <App {...device} />,
    text: (device) => [device.appName, clientText(device)].filter((words) => words !== '').join(' · '),
    sortable: true,
    width: '6.375rem',
  },
  {
    key: 'formattedDate',
    header: 'devices:columns.formattedDate',
    cell: ({ formattedDate }) => <RelativeTime at={formattedDate} short className={classes.time} />,
    sortable: true,
    width: '5.25rem',
  },
  {
    key: 'batteryPercent',
    header: 'devices:columns.batteryPercent',
    cell: (device) => <Battery {...device} />,
    text: batteryText,
    // Wide enough for "100 %" with the bolt of a phone that is charged.
    width: '4.75rem',
    wideOnly: true,
  },
  {
    key: 'sharedCount',
    header: 'devices:columns.sharedCount',
    text: sharedText,
    width: '5.5rem',
    wideOnly: true,
  },
  {
    key: 'lastSeenAt',
    header: 'devices:columns.lastSeenAt',
    cell: (device) => <LastSeen {...device} className={classes.time} />,
    width: '5.25rem',
    wideOnly: true,
  },
  {
    key: 'status',
    header: 'devices:columns.status',
    cell: Status,
    sortable: true,
    width: '6.75rem',
    card: 'aside',
  },
];

/** The columns of the Excel file: each value in a column of its own. */
export const exportColumns: readonly Column<ListedDevice>[] = [
  { key: 'id', header: 'devices:columns.id' },
  { key: 'deviceUniqueUUID', header: 'devices:columns.deviceUniqueUUID' },
  { key: 'nickname', header: 'devices:columns.nickname' },
  { key: 'displayName', header: 'devices:columns.displayName' },
  { key: 'name', header: 'devices:columns.name' },
  { key: 'model', header: 'devices:columns.model' },
  { key: 'username', header: 'devices:columns.username' },
  { key: 'contactInfo', header: 'devices:columns.contactInfo' },
  { key: 'appName', header: 'devices:columns.appName' },
  { key: 'platform', header: 'devices:columns.platform', text: clientText },
  { key: 'formattedDate', header: 'devices:columns.formattedDate', sheet: 'moment' },
  {
    key: 'groups',
    header: 'devices:columns.groups',
    text: ({ groups }) => listText(groups.map(({ name }) => name)),
  },
  { key: 'batteryPercent', header: 'devices:columns.batteryPercent', sheet: 'percent' },
  {
    key: 'charging',
    header: 'devices:columns.charging',
    text: ({ charging }) => (charging === null ? '' : i18n.t(charging ? 'devices:yes' : 'devices:no')),
  },
  { key: 'sharedCount', header: 'devices:columns.sharedCount' },
  { key: 'status', header: 'devices:columns.status' },
  { key: 'lastSeenAt', header: 'devices:columns.lastSeenAt', sheet: 'moment' },
  {
    key: 'noticeShown',
    header: 'devices:columns.noticeShown',
    text: ({ noticeShown }) => (noticeShown === false ? i18n.t('components:notTransparent') : ''),
  },
];
