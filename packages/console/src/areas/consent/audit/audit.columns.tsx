import type { AuditLogEntry } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../core/components/can.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { overviewAccess } from '../../../shared/device-feature/device/overview-access.ts';
import { ActionBadge } from '../../../shared/log-lines/action-badge.tsx';
import { actionText, callText, erasedText, lineText, reasonText } from '../../../shared/log-lines/audit-words.ts';
import classes from '../../../shared/log-lines/audit.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** The names of the device and of its person. Links to the device unless its person has left. */
function DeviceCell({ deviceId, deviceName, username, deviceLeft }: AuditLogEntry) {
  const { t } = useTranslation('audit');
  const opens = useCan(overviewAccess) && !deviceLeft;
  return (
    <TwoLines
      first={
        opens ? (
          <Link {...pageLink('/device/overview/$deviceId', { params: { deviceId } })} className={classes.device}>
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

/** The sentence of the entry, as admins read it. Super admins see the call in a tooltip. */
function WhatCell({ subject, path, erased }: AuditLogEntry) {
  const seesCalls = useCan({ access: 'super-admin' });
  return (
    <span className={classes.what} title={seesCalls ? callText(path) : undefined}>
      {lineText(subject)}
      {erased && <span className={classes.erased}>{erasedText()}</span>}
    </span>
  );
}

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

/** The columns of the Excel file: each value in a column of its own. */
export const exportColumns: readonly Column<AuditLogEntry>[] = [
  { key: 'recordedAt', header: 'audit:columns.recordedAt', sheet: 'moment' },
  { key: 'actorName', header: 'audit:columns.actorName' },
  { key: 'action', header: 'audit:columns.action', text: ({ action }) => actionText(action) },
  { key: 'subject', header: 'audit:columns.subject', text: ({ subject }) => lineText(subject) },
  { key: 'details', header: 'audit:columns.reason', text: reasonText },
  { key: 'deviceName', header: 'audit:columns.deviceName' },
  { key: 'username', header: 'audit:columns.username' },
  { key: 'sequence', header: 'audit:columns.sequence' },
];
