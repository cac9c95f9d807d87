import { callStates, callTotals, type ListFilter } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../../core/api/query.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './call-logs.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { CallStateBadge, talkTimeText } from './call-logs.columns.tsx';

interface CallSummaryProps {
  deviceId: number;
  search: string;
  filter: ListFilter;
}

/** The totals over all calls that match the filters, not only over those of the current page. */
export function CallSummary(match: CallSummaryProps) {
  const { t } = useTranslation('call-logs');
  const { data, isPlaceholderData } = useQuery({ ...query(callTotals, match), placeholderData: keepPreviousData });
  const totals = data?.data;
  const number = new Intl.NumberFormat(currentLanguage());
  return (
    <dl
      className={`fw-panel ${classes.totals}`}
      aria-label={t('totals.label')}
      aria-busy={!totals || isPlaceholderData}
    >
      <Total label={t('totals.calls')} value={totals && number.format(totals.calls)} />
      <Total label={t('totals.talkTime')} value={totals && talkTimeText(totals.duration)} />
      {callStates.map((state) => (
        <Total
          key={state}
          label={<CallStateBadge state={state} />}
          value={totals && number.format(totals.byState[state].calls)}
          note={totals && totals.byState[state].duration > 0 ? talkTimeText(totals.byState[state].duration) : undefined}
        />
      ))}
    </dl>
  );
}

interface TotalProps {
  label: ReactNode;
  value: string | undefined;
  note?: string | undefined;
}

/** One total. Its space is reserved while the number loads, so that nothing moves. */
function Total({ label, value, note }: TotalProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>
        {value ?? '–'}
        {note !== undefined && (
          <Text span size="xs" c="dimmed" ml="xs">
            {note}
          </Text>
        )}
      </dd>
    </div>
  );
}
