import type { Device } from '@fairwatch/contract';
import { NameLines } from '../../core/components/account-name.tsx';
import type { Column } from '../../core/components/columns.ts';
import { NotTransparentMark } from '../../core/components/not-transparent.tsx';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { StatusBadge } from '../../core/components/status-badge.tsx';
import { TwoLines } from '../../core/components/two-lines.tsx';
import { clientText } from '../../core/device-feature/client-text.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import classes from './devices.module.css';

/** The app, and under it what it runs in, where the device said so. */
function App(device: Device) {
  const client = clientText(device);
  return client === '' ? device.appName : <TwoLines first={device.appName} second={client} />;
}

export const columns: readonly Column<Device>[] = [
  { key: 'id', header: 'devices:columns.id', sortable: true, width: '3.75rem' },
  {
    key: 'deviceUniqueUUID',
    header: 'devices:columns.deviceUniqueUUID',
    cell: ({ deviceUniqueUUID }) => <code className={classes.uuid}>{deviceUniqueUUID}</code>,
    sortable: true,
    width: '14.5rem',
    wideOnly: true,
  },
  {
    key: 'username',
    header: 'devices:columns.username',
    cell: ({ username, nickname }) => <NameLines username={username} nickname={nickname} />,
    sortable: true,
    width: '9.5rem',
    card: 'title',
  },
  { key: 'contactInfo', header: 'devices:columns.contactInfo', sortable: true },
  {
    key: 'appName',
    header: 'devices:columns.appName',
    cell: (device) => <App {...device} />,
    sortable: true,
    width: '10.5rem',
  },
  {
    key: 'formattedDate',
    header: 'devices:columns.formattedDate',
    cell: ({ formattedDate }) => <RelativeTime at={formattedDate} />,
    sortable: true,
    width: '8rem',
  },
  {
    key: 'status',
    header: 'devices:columns.status',
    cell: ({ status, noticeShown }) => (
      <span className={classes.status}>
        <StatusBadge status={status} />
        <NotTransparentMark noticeShown={noticeShown} />
      </span>
    ),
    sortable: true,
    width: '9.25rem',
    card: 'aside',
  },
];

/** What the Excel file holds: every fact in a column of its own, times as they were recorded. */
export const exportColumns: readonly Column<Device>[] = [
  { key: 'id', header: 'devices:columns.id' },
  { key: 'deviceUniqueUUID', header: 'devices:columns.deviceUniqueUUID' },
  { key: 'nickname', header: 'devices:columns.nickname' },
  { key: 'username', header: 'devices:columns.username' },
  { key: 'contactInfo', header: 'devices:columns.contactInfo' },
  { key: 'appName', header: 'devices:columns.appName' },
  { key: 'platform', header: 'devices:columns.platform', text: clientText },
  { key: 'formattedDate', header: 'devices:columns.formattedDate' },
  { key: 'status', header: 'devices:columns.status' },
  { key: 'lastSeenAt', header: 'devices:columns.lastSeenAt' },
  {
    key: 'noticeShown',
    header: 'devices:columns.noticeShown',
    text: ({ noticeShown }) => (noticeShown === false ? i18n.t('components:notTransparent') : ''),
  },
];
