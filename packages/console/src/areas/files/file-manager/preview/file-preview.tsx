import { cdnList, fileLinks, nonFinalCommands, sendFile, type CdnFile } from '@fairwatch/contract';
import { Button, Group, Loader, Text } from '@mantine/core';
import { IconDeviceMobileDown, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { query } from '../../../../core/api/query.ts';
import { Can } from '../../../../core/components/can.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { useContent } from '../../../../core/content/use-content.ts';
import { deviceRefusal } from '../../../../shared/device-feature/consent/device-refusal.ts';
import { useOpenDevice } from '../../../../shared/device-feature/device/use-open-device.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { openPercentOf } from '../../../../shared/run-progress/run-progress.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { fileRuns } from '../transfers/file-runs.ts';
import { pathOf } from '../file-path.ts';
import { PreviewBody } from './preview-body.tsx';
import { isStoredFrom, startBrowserDownload, storedFilesInput } from '../transfers/save-file.ts';

interface FilePreviewProps {
  deviceId: number;
  /** A file on the device, of which the server may have a copy. */
  file: { parent: string; name: string };
  /** The server's copy, when the caller already has it; otherwise it is looked up by path. */
  stored?: CdnFile;
  close: () => void;
}

/** Shows an image, audio, video, PDF or text file in a dialog. A file without a stored copy has to be fetched from the device first. */
export function FilePreview({ deviceId, file, stored, close }: FilePreviewProps) {
  const { t } = useTranslation('files');
  const path = pathOf(file);
  const found = useQuery({ ...query(cdnList, storedFilesInput(deviceId, path)), enabled: stored === undefined });
  const copy = stored ?? found.data?.data.find((each) => isStoredFrom(each, path));
  const addressOf = useContent(fileLinks, deviceId);
  return (
    <Dialog wide title={file.name} close={close}>
      {copy ? (
        <>
          <PreviewBody key={copy.id} file={copy} address={addressOf(copy.fileHash, 'full')} />
          <Text size="sm" c="dimmed" mt="xs">
            {t('preview.copy', { size: sizeText(copy.fileSize, currentLanguage()) })}{' '}
            <RelativeTime at={copy.storedAt} />
          </Text>
        </>
      ) : (
        !found.isPending && <p>{t('preview.notStored')}</p>
      )}
      {found.error && stored === undefined && <p role="alert">{found.error.message}</p>}
      <Group mt="md" gap="xs" justify="flex-end">
        {stored === undefined && !found.isPending && (
          <Can use={sendFile}>
            <FetchButton deviceId={deviceId} file={file} again={copy !== undefined} />
          </Can>
        )}
        {copy && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void toastPromise(startBrowserDownload(deviceId, copy.id)).catch(() => undefined)}
          >
            {t('actions.download')}
          </Button>
        )}
        <Button onClick={close}>{t('preview.close')}</Button>
      </Group>
    </Dialog>
  );
}

interface FetchButtonProps extends Pick<FilePreviewProps, 'deviceId' | 'file'> {
  /** True when the server already has an older copy. */
  again: boolean;
}

/** Fetches the file from the device and shows the progress. The dialog reloads the list once the file has arrived. */
function FetchButton({ deviceId, file, again }: FetchButtonProps) {
  const { t } = useTranslation('files');
  const [runId, setRunId] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const active = useSyncExternalStore(fileRuns.active.subscribe, fileRuns.active.get);
  const problems = useSyncExternalStore(fileRuns.problems.subscribe, fileRuns.problems.get);
  const open = useQuery(query(nonFinalCommands, { deviceId })).data?.data[0] ?? null;
  const refusal = deviceRefusal(useOpenDevice() ?? null, 'SEND_FILE');
  const fetching = active.find(({ run }) => run.id === runId);
  if (isSending || fetching !== undefined) {
    const percent = fetching === undefined ? null : openPercentOf(fetching.run, open);
    return (
      <Text component="output" className="fw-inline" size="sm" c="dimmed">
        <Loader size="xs" aria-hidden />
        {percent === null ? t('preview.fetching') : t('jobs.stagePercent', { words: t('preview.fetching'), percent })}
      </Text>
    );
  }
  const problem = problems.findLast((each) => each.runId === runId);
  const start = async () => {
    setIsSending(true);
    const [started = null] = await fileRuns.start(deviceId, { kind: 'fetch', paths: [pathOf(file)] });
    setRunId(started);
    setIsSending(false);
  };
  return (
    <>
      {problem && (
        <Text role="alert" size="sm" w="100%" data-tone="bad">
          {problem.text}
        </Text>
      )}
      <ReasonButton
        variant={again ? 'default' : 'light'}
        leftSection={<IconDeviceMobileDown size={16} aria-hidden />}
        reason={refusal}
        onClick={() => void start()}
      >
        {t(again ? 'preview.fetchAgain' : 'preview.fetch')}
      </ReasonButton>
    </>
  );
}
