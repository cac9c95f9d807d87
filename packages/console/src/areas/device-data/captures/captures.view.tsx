import '@mantine/core/styles/Skeleton.layer.css';
import { liveView, type CaptureKind } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CaptureList } from '../../../shared/recorder/capture-list.tsx';
import { RecorderPanel } from '../../../shared/recorder/recorder-panel.tsx';
import { recorders } from '../../../shared/recorder/recorders.ts';
import { useCaptureTexts } from '../../../shared/recorder/use-capture-texts.ts';
import { useRecorder } from '../../../shared/recorder/use-recorder.ts';
import { Can } from '../../../core/components/can.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { CommandHistory, CommandHistoryButton } from '../../../shared/device-feature/commands/command-history.tsx';
import { DeviceTag } from '../../../shared/device-feature/device/device-tag.tsx';
import { noSuchId } from '../../../core/router/id-in-address.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { loadWhenOnline } from '../../../core/connection/load-when-online.ts';

// The Voice Recorder, which shares this file, has no camera to see.
const LivePanel = lazy(async () => ({
  default: (await loadWhenOnline(() => import('../live-view/live-panel.tsx'))).LivePanel,
}));

/** Takes photos with the device's camera. */
export function PhotoRecorderView() {
  return <RecorderPage kind="PHOTO" />;
}

/** Records short videos with the device's camera. */
export function VideoRecorderView() {
  return <RecorderPage kind="VIDEO" />;
}

/** Makes short recordings with the device's microphone. */
export function VoiceRecorderView() {
  return <RecorderPage kind="VOICE" />;
}

function RecorderPage({ kind }: { kind: CaptureKind }) {
  const { t } = useCaptureTexts();
  const deviceId = useCurrentPage().deviceId ?? noSuchId;
  const recorder = useRecorder(kind, deviceId);
  return (
    <>
      <PageHeader
        title={t(`${kind}.title`)}
        aside={<DeviceTag device={recorder.device} loading={recorder.deviceLoading} />}
        subtitle={t(`${kind}.subtitle`)}
        actions={<CommandHistoryButton />}
      />
      <CommandHistory feature={recorders[kind]} deviceId={deviceId} />
      {recorders[kind].camera && (
        <Can use={liveView}>
          <Suspense fallback={<Skeleton height={62} mb="md" radius="md" />}>
            <LivePanel recorder={recorder} />
          </Suspense>
        </Can>
      )}
      <RecorderPanel recorder={recorder} />
      <CaptureList recorder={recorder} />
    </>
  );
}
