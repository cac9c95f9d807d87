import type { DeviceStatus } from '@fairwatch/contract';
import { Button, CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './transfers.module.css';
import { fileJobs, type JobFailure, type JobLine } from './file-jobs.ts';
import { waitingText } from './waiting-text.ts';

interface JobBarProps {
  deviceId: number;
  line: JobLine | null;
  failures: readonly JobFailure[];
  /** Undefined while it is not known. */
  status: DeviceStatus | undefined;
}

/** The download or deletion that is on its way, how many more there are, and what went wrong. */
export function JobBar({ deviceId, line, failures, status }: JobBarProps) {
  const { t } = useTranslation('files');
  if (line === null && failures.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={t('jobs.label')}>
      {line !== null && <CurrentJob line={line} status={status} />}
      {failures.length > 0 && (
        <div className={classes.bar}>
          <ul role="alert" className={classes.failures}>
            {failures.map(({ id, name, reason }) => (
              <li key={id}>{t('jobs.failed', { name, reason })}</li>
            ))}
          </ul>
          <CloseButton aria-label={t('jobs.dismiss')} onClick={() => fileJobs.forgetFailures(deviceId)} />
        </div>
      )}
    </section>
  );
}

function CurrentJob({ line, status }: Pick<JobBarProps, 'status'> & { line: JobLine }) {
  const { t } = useTranslation('files');
  const { current, stage, percent, place, total } = line;
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        <output className={classes.name}>
          {t(`jobs.${current.kind}`, { name: current.file.name })}
          {total > 1 && <span className={classes.muted}>{t('jobs.place', { place, total })}</span>}
        </output>
        <span className={classes.muted}>{stageText()}</span>
      </div>
      {percent !== null && (
        <progress className={classes.progress} value={percent} max={100} aria-label={t(`jobs.stage.${stage}`)} />
      )}
      <Button variant="default" size="xs" onClick={() => fileJobs.stop()}>
        {t('jobs.stop')}
      </Button>
    </div>
  );

  function stageText(): string {
    if (stage === 'device' && percent === null) return t(waitingText(status));
    const words = t(`jobs.stage.${stage}`);
    return percent === null ? words : t('jobs.stagePercent', { words, percent });
  }
}
