import type { callLogs, CallState, OutputOf } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing, IconPhoneX } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { Moment } from '../../../core/components/time/moment.tsx';
import { durationText } from '../../../core/components/time/time-texts.ts';
import { PersonName } from '../../../core/components/people/person-name.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';

type Call = OutputOf<typeof callLogs.list>[number];

/** The duration of a call: "35 s", "4 min 5 s", "1 h 12 min". */
export function talkTimeText(seconds: number): string {
  // Below ten seconds `durationText` shows tenths, which phones do not report.
  return seconds < 10 ? `${seconds} s` : durationText(seconds * 1000);
}

const looks: Record<CallState, BadgeLook> = {
  OUTGOING: { icon: IconPhoneOutgoing, tone: 'working' },
  INCOMING: { icon: IconPhoneIncoming, tone: 'good' },
  MISSED: { icon: IconPhoneX, tone: 'bad' },
  REJECTED: { icon: IconPhoneOff, tone: 'quiet' },
};

const stateText = (state: CallState) => i18n.t(`call-logs:state.${state}`);

/** The outcome of a call as an icon and a word. */
export function CallStateBadge({ state }: { state: CallState }) {
  return <ToneBadge {...looks[state]} label={stateText(state)} />;
}

function callerCell({ name }: Call) {
  if (name !== '') return <PersonName name={name} />;
  return (
    <Text span inherit c="dimmed">
      {i18n.t('call-logs:notInContacts')}
    </Text>
  );
}

export const columns: readonly Column<Call>[] = [
  { key: 'name', header: 'call-logs:columns.name', cell: callerCell, card: 'title' },
  { key: 'phoneNumber', header: 'call-logs:columns.phoneNumber', sortable: true, width: '22%' },
  {
    key: 'state',
    header: 'call-logs:columns.state',
    cell: ({ state }) => <CallStateBadge state={state} />,
    text: ({ state }) => stateText(state),
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
