import type { Command, DeviceStatus } from '@fairwatch/contract';
import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Translate } from '../../../../core/i18n/translate.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './transfers.module.css';
import { DeliveryLine } from './delivery-line.tsx';
import { UploadRow } from './upload-row.tsx';
import { isBusy, isOpen, type UploadBundle } from '../uploads/upload-types.ts';
import { uploads } from '../uploads/uploads.ts';

interface UploadPanelProps {
  deviceId: number;
  bundles: readonly UploadBundle[];
  /** The open command of the device. */
  open: Command | null;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The uploads to a device, with their progress and the buttons to pause, cancel and retry each. */
export function UploadPanel({ deviceId, bundles, open, status }: UploadPanelProps) {
  const { t } = useTranslation('files');
  const [folded, setFolded] = useState(false);
  const id = useId();
  const busy = bundles.some((bundle) => isBusy(bundle) || bundle.delivery.state === 'requested');
  return (
    <section className={`fw-panel ${classes.panel}`} aria-label={t('upload.title')}>
      <Group component="header" gap="xs" p="xs">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(folded ? 'upload.unfold' : 'upload.fold')}
          aria-expanded={!folded}
          aria-controls={id}
          onClick={() => setFolded(!folded)}
        >
          <IconChevronDown size={16} aria-hidden className={classes.twist} data-folded={folded || undefined} />
        </ActionIcon>
        <Title order={2}>{t('upload.title')}</Title>
        <output className="fw-note fw-grow">{summaryOf(bundles, t)}</output>
        <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => uploads.clearDone(deviceId)}>
          {t('upload.clear')}
        </Button>
      </Group>
      <div id={id} hidden={folded} className="fw-lines">
        {bundles.map((bundle) => (
          <div key={bundle.id}>
            <ul className={`fw-lines ${classes.items}`}>
              {bundle.items.map((item) => (
                <UploadRow key={item.id} item={item} />
              ))}
            </ul>
            <DeliveryLine bundle={bundle} open={open} status={status} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** How many files the server has received. Screen readers announce each change, so it counts files, not bytes. */
function summaryOf(bundles: readonly UploadBundle[], t: Translate<'files'>): string {
  const items = bundles.flatMap((bundle) => bundle.items);
  const failed = items.filter(({ state }) => state === 'failed').length;
  const open = items.filter(isOpen).length;
  const done = items.length - open - failed;
  return [
    t('upload.summary', { done, total: items.length }),
    ...(failed > 0 ? [t('upload.summaryFailed', { count: failed })] : []),
  ].join(', ');
}
