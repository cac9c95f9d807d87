import classes from './command-progress.module.css';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface ProgressProps {
  percent: number;
}

/** How far a command is, as its device reports it. */
export function ProgressBar({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <span className={classes.progress}>
      <progress className={classes.bar} value={percent} max={100} aria-label={t('progress')} />
      <Percent percent={percent} />
    </span>
  );
}

/** The same where there is no room for a bar. */
export function Percent({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return <span className={classes.percent}>{t('percent', { percent })}</span>;
}
