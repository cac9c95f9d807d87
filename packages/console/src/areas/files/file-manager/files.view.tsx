import { fileHistory } from '@fairwatch/contract';
import { ActionIcon, Group, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { IconFileZip, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Refusal } from '../../../core/components/page/refusal.tsx';
import { CommandHistoryButton } from '../../../shared/device-feature/commands/command-history.tsx';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { HistoryFrame } from '../../../shared/device-feature/commands/history-frame.tsx';
import { historyPanelId, useHistoryToggle } from '../../../shared/device-feature/commands/use-command-history.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { startUploads } from './transfers/start-transfers.ts';
import { DropZone } from './uploads/drop-zone.tsx';
import texts from './files.texts.json';
import { FolderContent } from './folder/folder-content.tsx';
import { FolderPanel } from './folder/folder-panel.tsx';
import { Breadcrumbs } from './folder/breadcrumbs.tsx';
import classes from './files.module.css';
import { NewFolder } from './actions/new-folder.tsx';
import { UploadButtons, uploadLimitTexts } from './uploads/upload-buttons.tsx';
import type { ChosenFile } from './uploads/dropped-files.ts';
import { useFolder } from './folder/use-folder.ts';
import { useLayout } from './list/use-layout.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { Opening } from '../../../core/shortcuts/opening.tsx';

addTexts('files', texts);

// Lazy, because these panels are below the folder or usually closed.
const CdnFiles = lazy(async () => ({ default: (await import('./cdn-files.tsx')).CdnFiles }));
const CdnHistory = lazy(async () => ({ default: (await import('./cdn-history.tsx')).CdnHistory }));
const FolderDownload = lazy(async () => ({ default: (await import('./actions/folder-download.tsx')).FolderDownload }));
const Transfers = lazy(async () => ({ default: (await import('./transfers/transfers.tsx')).Transfers }));

/** The URL parameter value that opens the history of stored files. */
const cdnName = 'cdn';
const everyFileCommand = { history: fileHistory };

/** The file manager of a device: the shared folder, the running transfers, and the files that the server stores. */
export function FilesView() {
  const { t } = useTranslation('files');
  const folder = useFolder();
  const { list, path, searching, open, uploadReason, uploadRefusal, newFolderReason } = folder;
  const { deviceId } = list;
  const [layout, setLayout] = useLayout();
  const cdn = useHistoryToggle(cdnName);
  const send = (chosen: ChosenFile[]) => void startUploads(deviceId, path, chosen);
  return (
    <>
      <DeviceFeatureHeader
        list={list}
        history={everyFileCommand}
        actions={<CommandHistoryButton name={cdnName} label={t('cdnHistory.button')} />}
      />
      {cdn.opened && (
        <Suspense fallback={<HistoryFrame id={historyPanelId(cdnName)} label={t('cdnHistory.button')} />}>
          <CdnHistory deviceId={deviceId} name={cdnName} />
        </Suspense>
      )}
      <Suspense>
        <Transfers deviceId={deviceId} status={list.device?.status} />
      </Suspense>
      <DropZone folder={path === '' ? t('root') : path} reason={uploadReason} onChosen={send}>
        <div className={classes.manager} data-alone={!list.shared || undefined}>
          {list.shared && <FolderPanel deviceId={deviceId} path={path} open={open} />}
          <div className="fw-grow">
            {list.shared && (
              <Group gap="xs" mb="xs">
                <Breadcrumbs path={searching ? null : path} open={open} />
                <Choice
                  label={t('layout.label')}
                  options={[
                    { value: 'list', label: t('layout.list'), icon: IconList },
                    { value: 'grid', label: t('layout.grid'), icon: IconLayoutGrid },
                  ]}
                  value={layout}
                  onChange={setLayout}
                />
                <FolderDownloadButton deviceId={deviceId} path={path} />
                <NewFolder deviceId={deviceId} path={path} reason={newFolderReason} />
                <UploadButtons reason={uploadReason} onChosen={send} />
              </Group>
            )}
            {list.shared && uploadReason === null && (
              <Text size="xs" c="dimmed" mb="xs">
                {t('upload.types', uploadLimitTexts())}
              </Text>
            )}
            {list.shared && <Refusal words={uploadRefusal} />}
            <FolderContent key={path} folder={folder} layout={layout} />
          </div>
        </div>
      </DropZone>
      {list.shared && (
        <Suspense>
          <CdnFiles deviceId={deviceId} />
        </Suspense>
      )}
    </>
  );
}

/** The button that opens the download dialog for the open folder. */
function FolderDownloadButton({ deviceId, path }: { deviceId: number; path: string }) {
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
