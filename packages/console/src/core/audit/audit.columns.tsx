import type { AuditLogEntry } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../components/can.tsx';
import type { Column } from '../components/columns.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { TwoLines } from '../components/two-lines.tsx';
import { overviewAccess } from '../device-feature/overview-access.ts';
import { ActionBadge } from './action-badge.tsx';
import { actionText, callText, erasedText, reasonText } from './audit-words.ts';
import classes from './audit.module.css';

/** The device by its name, over the name of its person. It leads to the device while that is there. */
function DeviceCell({ deviceId, deviceName, username, deviceLeft }: AuditLogEntry) {
  const { t } = useTranslation('audit');
  const opens = useCan(overviewAccess) && !deviceLeft;
  return (
    <TwoLines
      first={
        opens ? (
          <Link to="/device/overview/$deviceId" params={{ deviceId: String(deviceId) }} className={classes.device}>
            {deviceName}
          </Link>
        ) : (
          deviceName
        )
      }
      second={deviceLeft ? `${username}, ${t('left')}` : username}
    />
  );
}

/** What was done, in the words the device's person reads. Those who run the installation find the call behind them. */
function WhatCell({ subject, path, erased }: AuditLogEntry) {
  const seesCalls = useCan({ access: 'super-admin' });
  return (
    <span className={classes.what} title={seesCalls ? callText(path) : undefined}>
      {subject}
      {erased && <span className={classes.erased}>{erasedText()}</span>}
    </span>
  );
}

/** What a log over many devices shows. */
export const columns: readonly Column<AuditLogEntry>[] = [
  {
    key: 'actorName',
    header: 'audit:columns.actorName',
    cell: ({ actorName }) => <span className={classes.actor}>{actorName}</span>,
    width: '9rem',
    card: 'title',
  },
  {
    key: 'action',
    header: 'audit:columns.action',
    cell: ({ action }) => <ActionBadge action={action} />,
    text: ({ action }) => actionText(action),
    width: '9.5rem',
    card: 'aside',
  },
  {
    key: 'subject',
    header: 'audit:columns.subject',
    cell: (entry) => <WhatCell {...entry} />,
  },
  {
    key: 'deviceName',
    header: 'audit:columns.deviceName',
    cell: (entry) => <DeviceCell {...entry} />,
    width: '11.5rem',
  },
  {
    key: 'recordedAt',
    header: 'audit:columns.recordedAt',
    cell: ({ recordedAt }) => <RelativeTime at={recordedAt} />,
    sortable: true,
    width: '8.5rem',
  },
];

/** What the Excel file holds: every fact in a column of its own. */
export const exportColumns: readonly Column<AuditLogEntry>[] = [
  { key: 'recordedAt', header: 'audit:columns.recordedAt', sheet: 'moment' },
  { key: 'actorName', header: 'audit:columns.actorName' },
  { key: 'action', header: 'audit:columns.action', text: ({ action }) => actionText(action) },
  { key: 'subject', header: 'audit:columns.subject' },
  { key: 'details', header: 'audit:columns.reason', text: reasonText },
  { key: 'deviceName', header: 'audit:columns.deviceName' },
  { key: 'username', header: 'audit:columns.username' },
  { key: 'sequence', header: 'audit:columns.sequence' },
];
