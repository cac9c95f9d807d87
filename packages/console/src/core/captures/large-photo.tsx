import type { Capture } from '@fairwatch/contract';
import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { exactTimeText } from '../components/time-texts.ts';
import classes from './captures.module.css';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

interface LargePhotoProps {
  capture: Capture;
  recorder: RecorderState;
  onClose: () => void;
}

/** A photo as large as the window. The browser's own dialog keeps the focus, ends on Escape and gives the focus back. */
export function LargePhoto({ capture, recorder: { addressOf }, onClose }: LargePhotoProps) {
  const { t, i18n } = useCaptureTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const words = `${t('PHOTO.one')}, ${exactTimeText(new Date(capture.capturedAt), i18n.language)}`;
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={classes.large} closedby="any" aria-label={words} onClose={onClose}>
      <img src={addressOf(capture.sha256, 'full') ?? undefined} alt={words} />
      <button type="button" className={classes.close} aria-label={t('close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </button>
    </dialog>
  );
}
