import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { ownZone, reportMail, updateReportMail, type ReportMail, type WatchTarget } from '@fairwatch/contract';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { isSameTarget } from './report-target.ts';
import classes from './reports.module.css';

interface ReportMailProps {
  /** The chosen devices, and their words. */
  target: WatchTarget;
  words: string;
}

/** The switch for the weekly mail. It is about the chosen devices; when they differ from those that are mailed, they can replace them. */
export function ReportMailSwitch({ target, words }: ReportMailProps) {
  const { t } = useTranslation('reports');
  const { data } = useQuery(query(reportMail, {}));
  const { mutateAsync, isPending } = useCall(updateReportMail);
  if (!data) return null;
  const { mail, report } = data.data;
  const save = async (wanted: boolean) => {
    if (isPending) return;
    const input = wanted ? { target, zone: ownZone() } : null;
    await toastPromise(mutateAsync({ mail: input })).catch(() => undefined);
    await invalidate(reportMail);
  };
  const cannot = mail === 'READY' ? null : t(`mail.${mail}`);
  return (
    <div className={classes.mail}>
      <Switch
        label={t('mail.switch')}
        checked={report !== null}
        // One that is on can be switched off, whatever became of the mail server.
        disabled={cannot !== null && report === null}
        onChange={({ currentTarget }) => void save(currentTarget.checked)}
      />
      {cannot !== null && <p className={classes.hint}>{cannot}</p>}
      {cannot === null && report === null && <p className={classes.hint}>{t('mail.off', { target: words })}</p>}
      {report !== null && <Mailed report={report} />}
      {cannot === null && report !== null && !isSameTarget(report.target, target) && (
        <Button variant="light" size="xs" onClick={() => void save(true)}>
          {t('mail.change', { target: words })}
        </Button>
      )}
    </div>
  );
}

function Mailed({ report }: { report: NonNullable<ReportMail['report']> }) {
  const { t } = useTranslation('reports');
  const { target, targetName, zone, lastSentAt } = report;
  const known = target.for === 'GROUP' ? t('mail.targetGroup', { name: targetName ?? '' }) : (targetName ?? '');
  const words = target.for === 'ALL' ? t('mail.targetAll') : targetName === null ? t('mail.unknown') : known;
  return (
    <p className={classes.hint}>
      {t('mail.on', { zone, target: words })}{' '}
      {lastSentAt !== null && <TimedText words={t('mail.lastSent')} at={lastSentAt} />}
    </p>
  );
}
