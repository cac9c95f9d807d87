import { percentOf } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconReload, IconX, type TablerIcon } from '@tabler/icons-react';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { durationText } from '../../../../core/components/time/time-texts.ts';
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
    <li className={classes.item} data-state={state} aria-label={name}>
      <div className={classes.words}>
        <span className={classes.name} title={name}>
          {name}
          <span className={classes.muted}>{folder}</span>
        </span>
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
      <div className={classes.buttons}>
        {canPause(item) && (
          <Action label={t('upload.pause', { name })} icon={IconPlayerPause} act={() => uploads.pause(id)} />
        )}
        {state === 'paused' && (
          <Action label={t('upload.resume', { name })} icon={IconPlayerPlay} act={() => uploads.resume(id)} />
        )}
        {state === 'failed' && (
          <Action label={t('upload.retry', { name })} icon={IconReload} act={() => uploads.resume(id)} />
        )}
        {state !== 'stored' && (
          <Action label={t('upload.cancel', { name })} icon={IconX} act={() => uploads.cancel(id)} />
        )}
      </div>
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
    <span className={classes.muted} role={state === 'failed' || state === 'offline' ? 'alert' : undefined}>
      {text()}
    </span>
  );
}

function Action({ label, icon: Icon, act }: { label: string; icon: TablerIcon; act: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={act}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
