import { captures, type Capture } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { Can } from '../../core/components/can.tsx';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { sizeText } from '../../core/components/text/size-text.ts';
import { durationText, exactTimeText } from '../../core/components/time/time-texts.ts';
import { deviceName } from '../device-feature/device/device-name.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { captureFileName } from './capture-file-name.ts';
import classes from './captures.module.css';
import { Player } from './player.tsx';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

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
  const words = { what: t(`${kind}.one`).toLowerCase(), when: exactTimeText(new Date(capturedAt), currentLanguage()) };
  const facts = [
    durationMs === null ? null : durationText(durationMs),
    camera && t(`camera.${camera}_long`),
    sizeText(size, currentLanguage()),
  ];
  return (
    <li className={classes.card}>
      <Player capture={capture} kind={kind} addressOf={addressOf} onView={onView} />
      <div className={classes.caption}>
        <div className={classes.facts}>
          <span className={classes.when}>
            <RelativeTime at={capturedAt} />
          </span>
          <span>{facts.filter(Boolean).join(' · ')}</span>
          <span>
            {t('requestedBy')} <strong>{requestedBy}</strong>
          </span>
        </div>
        <div className={classes.actions}>
          <ActionIcon
            component="a"
            variant="subtle"
            color="gray"
            size={32}
            href={addressOf(sha256, 'full', fileName) ?? undefined}
            download={fileName}
            aria-label={t('downloadLabel', words)}
            title={t('download')}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
          <Can use={captures[kind].remove}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('delete.label', words)}
              title={t('delete.confirm')}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Can>
        </div>
      </div>
    </li>
  );
}
