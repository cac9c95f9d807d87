import classes from './command-progress.module.css';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface ProgressProps {
  percent: number;
}

/** The progress that a device reports for a command. */
export function ProgressBar({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <span className={classes.progress}>
      <progress className={classes.bar} value={percent} max={100} aria-label={t('progress')} />
      <Percent percent={percent} />
    </span>
  );
}

/** The progress as text, where there is no room for a bar. */
export function Percent({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return <span className={classes.percent}>{t('percent', { percent })}</span>;
}
