import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { pageLink } from '../../../core/router/page-link.ts';
import { runProgress } from '../../run-progress/run-progress.ts';
import { useDeviceRuns } from '../../run-progress/use-device-runs.ts';
import { useRunTexts } from '../../run-progress/use-run-texts.ts';
import classes from '../header/header.module.css';

/** Shows that a run is under way on the open device, and links to it. Renders nothing without one. */
export function DeviceRuns({ deviceId }: { deviceId: number }) {
  const { t } = useRunTexts();
  const [run, ...others] = useDeviceRuns(deviceId);
  if (run === undefined) return null;
  const { ended, total } = runProgress(run.counts);
  const isOnly = others.length === 0;
  const label = isOnly
    ? t('running', { title: run.title, ended, total })
    : t('runningMany', { count: others.length + 1 });
  const link = isOnly
    ? pageLink('/runs/$runId', { params: { runId: run.id } })
    : pageLink('/runs', { search: { device: deviceId, state: 'RUNNING' } });
  return (
    <Tooltip label={label}>
      <Link {...link} className={classes.runs} aria-label={label}>
        <Loader size={14} aria-hidden />
        <span className={classes.runCount} aria-hidden>
          {isOnly ? t('ended', { ended, total }) : others.length + 1}
        </span>
      </Link>
    </Tooltip>
  );
}
