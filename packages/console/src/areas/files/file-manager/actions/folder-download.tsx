import { downloadFolder, sendFile } from '@fairwatch/contract';
import { Box, Button, Group, Loader, Text } from '@mantine/core';
import { IconDeviceMobileDown, IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiBaseUrl } from '../../../../core/api/environments.ts';
import { query } from '../../../../core/api/query.ts';
import { Can } from '../../../../core/components/can.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { saveAs } from '../../../../core/content/save-as.ts';
import { deviceRefusal } from '../../../../shared/device-feature/consent/device-refusal.ts';
import { useOpenDevice } from '../../../../shared/device-feature/device/use-open-device.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { splitPath } from '../file-path.ts';
import { startFileRun } from '../transfers/start-transfers.ts';

interface FolderDownloadProps {
  deviceId: number;
  /** Empty for the shared folder itself. */
  path: string;
  close: () => void;
}

/**
 * Downloads the stored files of a folder as a ZIP file. Files that only the device has are listed, and a button fetches them to the server.
 */
export function FolderDownload({ deviceId, path, close }: FolderDownloadProps) {
  const { t } = useTranslation('files');
  const { data, error } = useQuery(query(downloadFolder, { deviceId, path }));
  const refusal = deviceRefusal(useOpenDevice() ?? null, 'SEND_FILE');
  const name = path === '' ? t('root') : splitPath(path).name;
  const folder = data?.data;
  const missingCount = folder ? folder.total - folder.stored : 0;
  const missingLabel = t('folderDownload.missing', { count: missingCount });
  const download = () => {
    if (!folder?.url) return;
    saveAs(apiBaseUrl + folder.url, folder.fileName);
    close();
  };
  const fetchMissing = () => {
    void startFileRun(deviceId, { kind: 'fetch', paths: folder?.missing ?? [] });
    close();
  };
  return (
    <Dialog title={t('folderDownload.title', { name })} close={close}>
      {error && <p role="alert">{error.message}</p>}
      {!folder && !error && <Loader size="sm" aria-label={t('preview.loading')} />}
      {folder && (
        <>
          <p>
            {t('folderDownload.count', {
              count: folder.total,
              stored: folder.stored,
              size: sizeText(folder.storedBytes, currentLanguage()),
            })}
          </p>
          {missingCount > 0 && (
            <>
              <Text size="sm" c="dimmed" my="xs">
                {missingLabel}
              </Text>
              {/* The list scrolls, so it must be focusable by keyboard. */}
              <Box
                component="ul"
                className="fw-bullets fw-code"
                mah={192}
                style={{ overflow: 'auto' }}
                tabIndex={0}
                aria-label={missingLabel}
              >
                {folder.missing.map((missing) => (
                  <li key={missing}>{missing}</li>
                ))}
                {missingCount > folder.missing.length && (
                  <li>{t('folderDownload.more', { count: missingCount - folder.missing.length })}</li>
                )}
              </Box>
            </>
          )}
        </>
      )}
      <Group mt="md" gap="xs" justify="flex-end">
        {missingCount > 0 && (
          <Can use={sendFile}>
            <ReasonButton
              variant="default"
              leftSection={<IconDeviceMobileDown size={16} aria-hidden />}
              reason={refusal}
              onClick={fetchMissing}
            >
              {t('folderDownload.fetch', { count: folder?.missing.length ?? 0 })}
            </ReasonButton>
          </Can>
        )}
        <Button leftSection={<IconFileZip size={16} aria-hidden />} disabled={!folder?.url} onClick={download}>
          {t('folderDownload.download')}
        </Button>
      </Group>
    </Dialog>
  );
}
