import { captures, type Capture, type CaptureKind } from '@fairwatch/contract';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../core/components/can.tsx';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { RowAction } from '../../core/components/buttons/row-action.tsx';
import { sizeText } from '../../core/components/text/size-text.ts';
import { durationText, exactTimeText } from '../../core/components/time/time-texts.ts';
import { deviceName } from '../device-feature/device/device-name.ts';
import { nounInSentence } from '../../core/i18n/letter-case.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';
import type { ContentAddressOf } from '../../core/content/use-content.ts';
import classes from './captures.module.css';
import { fileNameOf } from '../../core/export/export-file-name.ts';

interface CaptureCardProps {
  capture: Capture;
  recorder: RecorderState;
  onView: () => void;
  onDelete: () => void;
}

/** One capture with its player, who requested it and when, and its actions. */
export function CaptureCard({ capture, recorder, onView, onDelete }: CaptureCardProps) {
  const { t } = useCaptureTexts();
  const { kind, addressOf, device, deviceId } = recorder;
  const { durationMs, camera, size, requestedBy, capturedAt, sha256 } = capture;
  const fileName = captureFileName(kind, capture, device ? deviceName(device) : String(deviceId));
  const words = {
    what: nounInSentence(t(`${kind}.one`)),
    when: exactTimeText(new Date(capturedAt), currentLanguage()),
  };
  const facts = [
    durationMs === null ? null : durationText(durationMs),
    camera && t(`camera.${camera}_long`),
    sizeText(size, currentLanguage()),
  ];
  return (
    <li className="fw-panel">
      <Player capture={capture} kind={kind} addressOf={addressOf} onView={onView} />
      <Group gap="xs" align="flex-start" p="0.5rem 0.5rem 0.625rem 0.75rem">
        <Text component="div" size="sm" c="dimmed" flex="1 1 8rem">
          <Text size="sm" fw={500} c="var(--fw-ink)">
            <RelativeTime at={capturedAt} />
          </Text>
          <div>{facts.filter(Boolean).join(' · ')}</div>
          {t('requestedBy')} <strong>{requestedBy}</strong>
        </Text>
        <Group gap={0} ml="auto">
          <ActionIcon
            component="a"
            variant="subtle"
            color="gray"
            href={addressOf(sha256, 'full', fileName) ?? undefined}
            download={fileName}
            aria-label={t('downloadLabel', words)}
            title={t('download')}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
          <Can use={captures[kind].remove}>
            <RowAction icon={IconTrash} label={t('delete.label', words)} onClick={onDelete} />
          </Can>
        </Group>
      </Group>
    </li>
  );
}

interface PlayerProps {
  capture: Capture;
  kind: CaptureKind;
  addressOf: ContentAddressOf;
  /** Opens a photo in full size. */
  onView: () => void;
}

/** The capture itself: a photo to open, or the browser's own player. */
function Player({ capture, kind, addressOf, onView }: PlayerProps) {
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
          aria-label={t('view', { what: nounInSentence(t('PHOTO.one')), when })}
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

/** The file extensions of MIME types whose subtype is not the extension. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
  'video/quicktime': 'mov',
};

/** `photo-anna-s-phone-2026-11-15-14-32-05.jpg`, in the time zone of the browser. */
export function captureFileName(
  kind: CaptureKind,
  { mimeType, capturedAt }: Pick<Capture, 'mimeType' | 'capturedAt'>,
  device: string,
): string {
  const at = new Date(capturedAt);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const moment = parts.map((part) => String(part).padStart(2, '0')).join('-');
  const [type = ''] = mimeType.split(';');
  const extension = extensions[type] ?? type.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? '';
  return `${fileNameOf([kind, device], moment)}${extension && `.${extension}`}`;
}
