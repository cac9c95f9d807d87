import type { callLogs, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { Moment } from '../../../core/components/time/moment.tsx';
import { PersonName } from '../../../core/components/people/person-name.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './call-logs.module.css';
import { CallStateBadge } from './call-state.tsx';
import { talkTimeText } from './talk-time.ts';

type Call = OutputOf<typeof callLogs.list>[number];

function Caller({ name }: Pick<Call, 'name'>) {
  const { t } = useTranslation('call-logs');
  if (name !== '') return <PersonName name={name} />;
  return <span className={classes.unknown}>{t('notInContacts')}</span>;
}

export const columns: readonly Column<Call>[] = [
  { key: 'name', header: 'call-logs:columns.name', cell: ({ name }) => <Caller name={name} />, card: 'title' },
  { key: 'phoneNumber', header: 'call-logs:columns.phoneNumber', sortable: true, width: '22%' },
  {
    key: 'state',
    header: 'call-logs:columns.state',
    cell: ({ state }) => <CallStateBadge state={state} />,
    text: ({ state }) => i18n.t(`call-logs:state.${state}`),
    width: '16%',
    card: 'aside',
  },
  {
    key: 'duration',
    header: 'call-logs:columns.duration',
    text: ({ duration }) => (duration === 0 ? '' : talkTimeText(duration)),
    sheet: 'duration',
    sheetValue: ({ duration }) => duration * 1000,
    sortable: true,
    width: '15%',
  },
  {
    key: 'date',
    header: 'call-logs:columns.date',
    cell: ({ date }) => <Moment at={date} />,
    sheet: 'moment',
    sortable: true,
    width: '19%',
  },
];
