import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import classes from './command-progress.module.css';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

/** How far a command is, as its device reports it. */
export function ProgressBar({ percent }: { percent: number }) {
  const { t } = useDeviceFeatureTexts();
  return (
    <span className={classes.progress}>
      <Progress value={percent} size="sm" className={classes.bar} aria-label={t('progress')} />
      <span aria-hidden>{t('percent', { percent })}</span>
    </span>
  );
}
