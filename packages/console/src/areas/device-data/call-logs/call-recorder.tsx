import { Box, Group } from '@mantine/core';
import { CaptureList } from '../../../shared/recorder/capture-list.tsx';
import { RecorderPanel } from '../../../shared/recorder/recorder-panel.tsx';
import { recorders } from '../../../shared/recorder/recorders.ts';
import { useCaptureTexts } from '../../../shared/recorder/use-capture-texts.ts';
import { useRecorder } from '../../../shared/recorder/use-recorder.ts';
import { CommandHistory, CommandHistoryButton } from '../../../shared/device-feature/commands/command-history.tsx';

/** Records a call that the device is in, and lists earlier recordings. */
export function CallRecorder({ deviceId, id }: { deviceId: number; id: string }) {
  const { t } = useCaptureTexts();
  const recorder = useRecorder('CALL', deviceId);
  const history = { name: 'recordingHistory', label: t('recorderHistory') };
  return (
    <Box component="section" id={id} mb="lg" aria-labelledby={`${id}-title`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <h2 id={`${id}-title`}>{t('CALL.title')}</h2>
        <CommandHistoryButton {...history} />
      </Group>
      <CommandHistory feature={recorders.CALL} deviceId={deviceId} {...history} />
      <RecorderPanel recorder={recorder} />
      <CaptureList recorder={recorder} />
    </Box>
  );
}
