import type { Device } from '@fairwatch/contract';
import { NameLines } from '../../core/components/account-name.tsx';
import type { Column } from '../../core/components/columns.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { StatusBadge } from '../../core/components/status-badge.tsx';
import classes from './devices.module.css';

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
  { key: 'appName', header: 'devices:columns.appName', sortable: true, width: '9.5rem' },
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
    cell: ({ status }) => <StatusBadge status={status} />,
    sortable: true,
    width: '6.75rem',
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
  { key: 'formattedDate', header: 'devices:columns.formattedDate' },
  { key: 'status', header: 'devices:columns.status' },
  { key: 'lastSeenAt', header: 'devices:columns.lastSeenAt' },
];
