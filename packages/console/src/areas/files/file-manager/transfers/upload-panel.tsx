import { percentOf, type Command, type DeviceStatus } from '@fairwatch/contract';
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconReload, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Translate } from '../../../../core/i18n/translate.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './transfers.module.css';
import { isBusy, isOpen, type UploadBundle, type UploadItem } from '../uploads/upload-types.ts';
import { uploads } from '../uploads/uploads.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import { openPercentOf, runProgress } from '../../../../shared/run-progress/run-progress.ts';
import { waitingText } from './waiting-text.ts';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { durationText } from '../../../../core/components/time/time-texts.ts';
import { RowAction } from '../../../../core/components/buttons/row-action.tsx';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

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
  return listText([
    t('upload.summary', { done, total: items.length }),
    ...(failed > 0 ? [t('upload.summaryFailed', { count: failed })] : []),
  ]);
}

interface DeliveryLineProps {
  bundle: UploadBundle;
  /** The open command of the device. */
  open: Command | null;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

const tones: Readonly<Record<string, string>> = { failed: 'bad', done: 'good' };

/** The progress of a bundle from the server to the device, with a retry after a failure. */
function DeliveryLine({ bundle: { id, delivery, items }, open, status }: DeliveryLineProps) {
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

/** One file of an upload, with its progress and buttons. */
function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation('files');
  const { id, name, folder, state, size, done } = item;
  const hasProgress = state === 'reading' || state === 'sending' || state === 'offline' || state === 'paused';
  return (
    <li className={`${classes.bar} ${classes.item}`} aria-label={name}>
      <div className={classes.words}>
        <div className="fw-ellipsis" title={name}>
          {name}{' '}
          <Text span size="xs" c="dimmed">
            {folder}
          </Text>
        </div>
        <Status item={item} />
      </div>
      {hasProgress && (
        <progress
          className={classes.progress}
          value={size === 0 ? 1 : done / size}
          max={1}
          aria-label={t('upload.progressOf', { name })}
        />
      )}
      <Group gap={2} wrap="nowrap" flex="none">
        {canPause(item) && (
          <RowAction label={t('upload.pause', { name })} icon={IconPlayerPause} onClick={() => uploads.pause(id)} />
        )}
        {state === 'paused' && (
          <RowAction label={t('upload.resume', { name })} icon={IconPlayerPlay} onClick={() => uploads.resume(id)} />
        )}
        {state === 'failed' && (
          <RowAction label={t('upload.retry', { name })} icon={IconReload} onClick={() => uploads.resume(id)} />
        )}
        {state !== 'stored' && (
          <RowAction label={t('upload.cancel', { name })} icon={IconX} onClick={() => uploads.cancel(id)} />
        )}
      </Group>
    </li>
  );
}

function canPause({ state }: UploadItem): boolean {
  return state !== 'paused' && state !== 'stored' && state !== 'failed';
}

const bytes = (count: number) => sizeText(count, currentLanguage());

function Status({ item }: { item: UploadItem }) {
  const { t } = useTranslation('files');
  const { state, size, done, rate, problem, delivered } = item;
  const amounts = { done: bytes(done), size: bytes(size), percent: size === 0 ? 100 : percentOf(done, size) };
  const text = () => {
    if (state === 'failed') return problem;
    if (state === 'stored') return t(delivered ? 'upload.state.delivered' : 'upload.state.stored', amounts);
    if (state !== 'sending' || rate === null) return t(`upload.state.${state}`, amounts);
    return t('upload.pace', {
      ...amounts,
      speed: bytes(rate.bytesPerSecond),
      left: durationText(Math.max(1000, rate.remainingMs)),
    });
  };
  return (
    <Text
      size="xs"
      className="fw-figures"
      role={state === 'failed' || state === 'offline' ? 'alert' : undefined}
      data-tone={state === 'failed' ? 'bad' : state === 'offline' ? 'warn' : 'muted'}
    >
      {text()}
    </Text>
  );
}
