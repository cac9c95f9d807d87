import { loadAuditCheck, startAuditCheck, stopAuditCheck, type AuditCheck } from '@fairwatch/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlayerStop, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { query, queryClient, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { Moment } from '../../../core/components/time/moment.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { lineText } from '../../../shared/log-lines/audit-words.ts';
import { AuditReport } from './audit-report.tsx';
import classes from './audit-check.module.css';

const pollMs = 1000;

const number = (count: number) => count.toLocaleString(currentLanguage());

/** Starts or stops the check, and shows what the server answers. */
async function act(endpoint: typeof startAuditCheck | typeof stopAuditCheck): Promise<void> {
  try {
    queryClient.setQueryData(query(loadAuditCheck, {}).queryKey, await call(endpoint, {}));
  } catch (error) {
    toast.error(textOfError(error));
  }
}

/** The check of all logs: how far it is, what it found, what that proves, and the report for whoever watches over the admins. */
export function AuditCheckPage() {
  const { t } = useTranslation('audit');
  const result = useQuery({
    ...query(loadAuditCheck, {}),
    refetchInterval: ({ state }) => (state.data?.data.check?.state === 'RUNNING' ? pollMs : false),
  });
  const error = readError(result);
  const check = result.data?.data.check;
  const isRunning = check?.state === 'RUNNING';
  if (error) return <ErrorView error={error} retry={() => void result.refetch()} />;
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-label={t('check.title')}>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('check.title')}
          </Title>
          {isRunning ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              onClick={() => void act(stopAuditCheck)}
            >
              {t('check.stop')}
            </Button>
          ) : (
            <Button
              className={classes.screenOnly}
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              disabled={check === undefined}
              onClick={() => void act(startAuditCheck)}
            >
              {t('check.start')}
            </Button>
          )}
        </Group>
        {check === null && <Text c="dimmed">{t('check.never')}</Text>}
        {check && <Outcome check={check} />}
      </section>
      <AuditReport />
      <section className={classes.card} aria-label={t('check.proof.title')}>
        <Title order={2} size="h4">
          {t('check.proof.title')}
        </Title>
        <dl className={classes.proof}>
          {(['copy', 'database', 'machine', 'program'] as const).map((who) => (
            <div key={who}>
              <dt>{t(`check.proof.${who}.who`)}</dt>
              <dd>{t(`check.proof.${who}.what`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Outcome({ check }: { check: AuditCheck }) {
  const { t } = useTranslation('audit');
  const { state, startedBy, finishedAt, startedAt, checked, total, faults, summaries } = check;
  return (
    <>
      <output className={classes.outcome} data-state={state}>
        <strong>{t(`check.state.${state}`)}</strong>{' '}
        {state === 'RUNNING' && t('check.progress', { checked: number(checked), total: number(total) })}
      </output>
      {state === 'RUNNING' && (
        <progress
          className={classes.progress}
          aria-label={t('check.title')}
          max={Math.max(total, checked, 1)}
          value={checked}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('check.startedBy', { name: startedBy })} <Moment at={finishedAt ?? startedAt} />
      </Text>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {summaries.length > 0 && (
        <ul className={classes.summaries}>
          {summaries.map((line) => (
            <li key={line}>{lineText(line)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
