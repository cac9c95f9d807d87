import type { Command, DeviceStatus } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import { openPercentOf, runProgress } from '../../../../shared/run-progress/run-progress.ts';
import classes from './transfers.module.css';
import type { UploadBundle } from '../uploads/upload-types.ts';
import { uploads } from '../uploads/uploads.ts';
import { waitingText } from './waiting-text.ts';

interface DeliveryLineProps {
  bundle: UploadBundle;
  /** The open command of the device. */
  open: Command | null;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

const tones: Readonly<Record<string, string>> = { failed: 'bad', done: 'good' };

/** The progress of a bundle from the server to the device, with a retry after a failure. */
export function DeliveryLine({ bundle: { id, delivery, items }, open, status }: DeliveryLineProps) {
  const { t } = useTranslation('files');
  // No file reached the server, so there is nothing to deliver.
  if (items.every(({ state }) => state === 'failed')) return null;
  const runs = delivery.state === 'requested' ? delivery.runs : [];
  const percent = percentOf();
  const isOwn = open === null || runs.some((run) => run.id === open.runId);
  const text = () => {
    if (delivery.state === 'failed') return t('deliver.failed', { problem: delivery.problem });
    if (delivery.state !== 'requested') return t(`deliver.${delivery.state}`);
    if (!isOwn) return t('deliver.busy');
    return percent > 0 ? t('deliver.fetching', { percent }) : t(waitingText(status));
  };
  return (
    <div className={`${classes.bar} ${classes.delivery}`} data-tone={tones[delivery.state] ?? 'muted'}>
      <span role={delivery.state === 'failed' ? 'alert' : 'status'}>{text()}</span>
      {percent > 0 && (
        <progress className={classes.progress} value={percent} max={100} aria-label={t('deliver.progress')} />
      )}
      {runs.map((run) => (
        <RunLink key={run.id} runId={run.id} />
      ))}
      {delivery.state === 'requested' && <span>{t('deliver.closable')}</span>}
      {delivery.state === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={() => uploads.deliverAgain(id)}>
          {t('deliver.again')}
        </Button>
      )}
    </div>
  );

  /** The mean over the runs: each folder has one. */
  function percentOf(): number {
    const sum = runs.reduce((all, run) => all + runProgress(run.counts, openPercentOf(run, open)).percent, 0);
    return runs.length === 0 ? 0 : Math.floor(sum / runs.length);
  }
}
