import { downloadFolder, sendFile } from '@fairwatch/contract';
import { Button, Group, Loader } from '@mantine/core';
import { IconDeviceMobileDown, IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiBaseUrl } from '../../core/api/environments.ts';
import { query } from '../../core/api/query.ts';
import { Can } from '../../core/components/can.tsx';
import { Dialog } from '../../core/components/dialog.tsx';
import { ReasonButton } from '../../core/components/reason-button.tsx';
import { sizeText } from '../../core/components/size-text.ts';
import { saveAs } from '../../core/content/save-as.ts';
import { deviceRefusal } from '../../core/device-feature/device-refusal.ts';
import { useOpenDevice } from '../../core/device-feature/use-open-device.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { placeOfPath } from './file-path.ts';
import classes from './preview.module.css';
import { askJobs } from './start-transfers.ts';

interface FolderDownloadProps {
  deviceId: number;
  /** Empty for the shared folder itself. */
  path: string;
  close: () => void;
}

/** Downloads what the server has of a folder as a ZIP file, says what is missing, and fetches that from the device. */
export function FolderDownload({ deviceId, path, close }: FolderDownloadProps) {
  const { t } = useTranslation('files');
  const { data, error } = useQuery(query(downloadFolder, { deviceId, path }));
  const refusal = deviceRefusal(useOpenDevice() ?? null, 'SEND_FILE');
  const name = path === '' ? t('root') : placeOfPath(path).name;
  const folder = data?.data;
  const absent = folder ? folder.total - folder.stored : 0;
  const download = () => {
    if (!folder?.url) return;
    saveAs(apiBaseUrl + folder.url, folder.fileName);
    close();
  };
  const fetchMissing = () => {
    const files = folder?.missing.map(placeOfPath) ?? [];
    void askJobs(files.map((file) => ({ kind: 'fetch', deviceId, file })));
    close();
  };
  return (
    <Dialog title={t('folderDownload.title', { name })} close={close}>
      {error && <p role="alert">{error.message}</p>}
      {!folder && !error && <Loader size="sm" aria-label={t('preview.loading')} />}
      {folder && (
        <>
          <p className={classes.words}>
            {t('folderDownload.count', {
              count: folder.total,
              stored: folder.stored,
              size: sizeText(folder.storedBytes, currentLanguage()),
            })}
          </p>
          {absent > 0 && (
            <>
              <p className={classes.muted}>{t('folderDownload.missing', { count: absent })}</p>
              {/* It scrolls, so the keyboard must reach it. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <ul className={classes.missing} tabIndex={0} aria-label={t('folderDownload.missing', { count: absent })}>
                {folder.missing.map((missing) => (
                  <li key={missing}>{missing}</li>
                ))}
                {absent > folder.missing.length && (
                  <li>{t('folderDownload.more', { count: absent - folder.missing.length })}</li>
                )}
              </ul>
            </>
          )}
        </>
      )}
      <Group mt="md" gap="xs" justify="flex-end">
        {absent > 0 && (
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
