import { auditReport, type AdminDeed } from '@fairwatch/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { DayRange } from '../../../core/components/filters/day-range.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { dayOf, daysInput, type Days } from '../../../core/components/time/days.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { actionText } from '../../../shared/log-lines/audit-words.ts';
import classes from './audit-check.module.css';

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Who did what how often in a period, to be printed. */
export function AuditReport() {
  const { t } = useTranslation('audit');
  const [days, setDays] = useState<Days>(() => ({
    from: dayOf(new Date(Date.now() - monthMs)),
    to: dayOf(new Date()),
  }));
  const { from, to } = daysInput(days);
  const result = useQuery({
    ...query(auditReport, { from: from ?? '', to: to ?? '' }),
    enabled: from !== undefined && to !== undefined,
    placeholderData: keepPreviousData,
  });
  const error = readError(result);
  const deeds = result.data?.data ?? [];
  const ofAdmin = Map.groupBy(deeds, ({ who }) => who);
  return (
    <section className={classes.card} aria-label={t('report.title')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('report.title')}
        </Title>
        <Group gap="xs" className={classes.screenOnly}>
          <DayRange days={days} onChange={(change) => setDays({ ...days, ...change })} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => globalThis.print()}
          >
            {t('report.print')}
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {t('report.period', { from: dayText(days.from), to: dayText(days.to) })}
      </Text>
      {error && <ErrorView error={error} retry={() => void result.refetch()} />}
      {result.data && deeds.length === 0 && <Text c="dimmed">{t('report.nothing')}</Text>}
      {Array.from(ofAdmin, ([who, own]) => (
        <Deeds key={who} who={who} deeds={own} />
      ))}
    </section>
  );
}

/** What one admin did. Refusals stand among it, marked by their action. */
function Deeds({ who, deeds }: { who: string; deeds: readonly AdminDeed[] }) {
  const { t } = useTranslation('audit');
  return (
    <table className={classes.deeds}>
      <caption>{who}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.action')}</th>
          <th scope="col">{t('columns.subject')}</th>
          <th scope="col">{t('report.times')}</th>
        </tr>
      </thead>
      <tbody>
        {deeds.map(({ action, about, times }) => (
          <tr key={`${action} ${about}`} data-refused={action.startsWith('REFUSED_') || undefined}>
            <td>{actionText(action)}</td>
            <td>{about}</td>
            <td>{times.toLocaleString(currentLanguage())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dayText(day: string | undefined): string {
  return day === undefined ? '' : new Date(`${day}T00:00`).toLocaleDateString(currentLanguage(), { dateStyle: 'long' });
}
