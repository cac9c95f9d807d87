import { ActionIcon } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Tooltip } from '../../../../core/components/overlays/tooltip.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Opening } from '../../../../core/shortcuts/opening.tsx';

const FolderDownload = lazy(async () => ({ default: (await import('./folder-download.tsx')).FolderDownload }));

/** The button that opens the download dialog for the open folder. */
export function FolderDownloadButton({ deviceId, path }: { deviceId: number; path: string }) {
  const { t } = useTranslation('files');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tooltip label={t('actions.downloadFolder')}>
        <ActionIcon variant="light" size={36} aria-label={t('actions.downloadFolder')} onClick={() => setOpened(true)}>
          <IconFileZip size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Suspense fallback={<Opening />}>
          <FolderDownload deviceId={deviceId} path={path} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
