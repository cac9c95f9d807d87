import type { Capture, CaptureKind } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import type { ContentAddressOf } from '../../core/content/use-content.ts';
import classes from './captures.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

interface PlayerProps {
  capture: Capture;
  kind: CaptureKind;
  addressOf: ContentAddressOf;
  /** Opens a photo in full size. */
  onView: () => void;
}

/** The capture itself: a photo to open, or the browser's own player. */
export function Player({ capture, kind, addressOf, onView }: PlayerProps) {
  const { t } = useCaptureTexts();
  const [broken, setBroken] = useState(false);
  const when = exactTimeText(new Date(capture.capturedAt), currentLanguage());
  const src = addressOf(capture.sha256, kind === 'PHOTO' ? 'thumbnail' : 'full') ?? undefined;
  const label = `${t(`${kind}.one`)}, ${when}`;
  const media = {
    src,
    'aria-label': label,
    controls: true,
    preload: 'metadata',
    onError: () => setBroken(true),
  } as const;
  if (broken) {
    return (
      <Text p="md" size="sm" c="dimmed">
        {t('broken')}
      </Text>
    );
  }
  if (src === undefined) return <span className={classes.media} data-kind={kind} aria-busy />;
  switch (kind) {
    case 'PHOTO':
      return (
        <button
          type="button"
          className={classes.open}
          aria-label={t('view', { what: t('PHOTO.one').toLowerCase(), when })}
          onClick={onView}
        >
          <img className={classes.media} src={src} alt="" loading="lazy" onError={() => setBroken(true)} />
        </button>
      );
    case 'VIDEO':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a phone filmed has no captions
      return <video className={classes.media} data-kind={kind} playsInline {...media} />;
    default:
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a phone recorded has no captions
      return <audio className={classes.media} data-kind={kind} {...media} />;
  }
}
