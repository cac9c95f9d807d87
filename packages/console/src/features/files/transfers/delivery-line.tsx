import type { DeviceStatus } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './transfers.module.css';
import type { UploadBundle } from '../uploads/upload-types.ts';
import { uploads } from '../uploads/uploads.ts';
import { waitingText } from './waiting-text.ts';

interface DeliveryLineProps {
  bundle: UploadBundle;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The progress of a bundle from the server to the device, with a retry after a failure. */
export function DeliveryLine({ bundle: { id, delivery, items }, status }: DeliveryLineProps) {
  const { t } = useTranslation('files');
  // No file reached the server, so there is nothing to deliver.
  if (items.every(({ state }) => state === 'failed')) return null;
  const percent = delivery.state === 'requested' ? delivery.command.progress : null;
  const text = () => {
    if (delivery.state === 'failed') return t('deliver.failed', { problem: delivery.problem });
    if (delivery.state !== 'requested') return t(`deliver.${delivery.state}`);
    if (percent !== null) return t('deliver.fetching', { percent });
    return t(waitingText(status));
  };
  return (
    <div className={classes.delivery} data-state={delivery.state}>
      <span role={delivery.state === 'failed' ? 'alert' : 'status'}>{text()}</span>
      {percent !== null && (
        <progress className={classes.progress} value={percent} max={100} aria-label={t('deliver.progress')} />
      )}
      {delivery.state === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={() => uploads.deliverAgain(id)}>
          {t('deliver.again')}
        </Button>
      )}
    </div>
  );
}
