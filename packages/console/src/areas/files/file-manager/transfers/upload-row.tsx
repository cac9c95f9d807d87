import { percentOf } from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconReload, IconX } from '@tabler/icons-react';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { durationText } from '../../../../core/components/time/time-texts.ts';
import { RowAction } from '../../../../core/components/buttons/row-action.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './transfers.module.css';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import type { UploadItem } from '../uploads/upload-types.ts';
import { uploads } from '../uploads/uploads.ts';

/** One file of an upload, with its progress and buttons. */
export function UploadRow({ item }: { item: UploadItem }) {
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
