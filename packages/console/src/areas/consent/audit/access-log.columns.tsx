import type { AccessLogEntry } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { accessActionText, erasedText, factsText } from './access-log-words.ts';
import classes from '../../../shared/log-lines/audit.module.css';

const action: Column<AccessLogEntry> = {
  key: 'action',
  header: 'access:log.columns.action',
  text: (entry) => accessActionText(entry.action),
  width: '10rem',
  card: 'aside',
};
const accountName: Column<AccessLogEntry> = {
  key: 'accountName',
  header: 'access:log.columns.accountName',
  width: '9rem',
};
const before: Column<AccessLogEntry> = {
  key: 'before',
  header: 'access:log.columns.before',
  text: (entry) => factsText(entry.before),
};
const after: Column<AccessLogEntry> = {
  key: 'after',
  header: 'access:log.columns.after',
  text: ({ after: facts, erased }) => (erased ? erasedText() : factsText(facts)),
};

export const columns: readonly Column<AccessLogEntry>[] = [
  {
    key: 'actorName',
    header: 'access:log.columns.actorName',
    cell: ({ actorName }) => <span className={classes.actor}>{actorName}</span>,
    width: '9rem',
    card: 'title',
  },
  action,
  accountName,
  before,
  after,
  {
    key: 'recordedAt',
    header: 'access:log.columns.recordedAt',
    cell: ({ recordedAt }) => <RelativeTime at={recordedAt} />,
    sortable: true,
    width: '8.5rem',
  },
];

/** The columns of the Excel file. */
export const exportColumns: readonly Column<AccessLogEntry>[] = [
  { key: 'id', header: 'access:log.columns.id' },
  { key: 'recordedAt', header: 'access:log.columns.recordedAt', sheet: 'moment' },
  { key: 'actorName', header: 'access:log.columns.actorName' },
  action,
  accountName,
  before,
  after,
];
