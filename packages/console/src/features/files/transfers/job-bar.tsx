import type { DeviceStatus } from '@fairwatch/contract';
import { Button, CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './transfers.module.css';
import { fileJobs, type JobFailure, type JobProgress } from './file-jobs.ts';
import { waitingText } from './waiting-text.ts';

interface JobBarProps {
  deviceId: number;
  progress: JobProgress | null;
  failures: readonly JobFailure[];
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The progress of the file jobs of a device, and the failed ones. */
export function JobBar({ deviceId, progress, failures, status }: JobBarProps) {
  const { t } = useTranslation('files');
  if (progress === null && failures.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={t('jobs.label')}>
      {progress !== null && <CurrentJob progress={progress} status={status} />}
      {failures.length > 0 && (
        <div className={classes.bar}>
          <ul role="alert" className={classes.failures}>
            {failures.map(({ id, name, reason }) => (
              <li key={id}>{t('jobs.failed', { name, reason })}</li>
            ))}
          </ul>
          <CloseButton aria-label={t('jobs.dismiss')} onClick={() => fileJobs.clearFailures(deviceId)} />
        </div>
      )}
    </section>
  );
}

function CurrentJob({ progress, status }: Pick<JobBarProps, 'status'> & { progress: JobProgress }) {
  const { t } = useTranslation('files');
  const { current, stage, percent, position, total } = progress;
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        <output className={classes.name}>
          {t(`jobs.${current.kind}`, { name: current.file.name })}
          {total > 1 && <span className={classes.muted}>{t('jobs.place', { place: position, total })}</span>}
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
    const stageLabel = t(`jobs.stage.${stage}`);
    return percent === null ? stageLabel : t('jobs.stagePercent', { words: stageLabel, percent });
  }
}
