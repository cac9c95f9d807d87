import type { Capture } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import { useModal } from '../../core/components/overlays/use-modal.ts';
import classes from './captures.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

interface LargePhotoProps {
  capture: Capture;
  recorder: RecorderState;
  onClose: () => void;
}

/** A photo in full size, in a dialog. */
export function LargePhoto({ capture, recorder: { addressOf }, onClose }: LargePhotoProps) {
  const { t } = useCaptureTexts();
  const words = `${t('PHOTO.one')}, ${exactTimeText(new Date(capture.capturedAt), currentLanguage())}`;
  return (
    <dialog {...useModal(onClose)} className={classes.large} aria-label={words}>
      <img src={addressOf(capture.sha256, 'full') ?? undefined} alt={words} />
      <ActionIcon
        pos="absolute"
        top={8}
        right={8}
        size={40}
        radius="xl"
        color="dark"
        aria-label={t('close')}
        onClick={onClose}
      >
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </dialog>
  );
}
