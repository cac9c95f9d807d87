import { captures, type Capture } from '@fairwatch/contract';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { Can } from '../../core/components/can.tsx';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { RowAction } from '../../core/components/buttons/row-action.tsx';
import { sizeText } from '../../core/components/text/size-text.ts';
import { durationText, exactTimeText } from '../../core/components/time/time-texts.ts';
import { deviceName } from '../device-feature/device/device-name.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { captureFileName } from './capture-file-name.ts';
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
