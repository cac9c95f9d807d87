import { fileHistory } from '@fairwatch/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../core/components/refusal.tsx';
import { CommandHistoryButton } from '../../core/device-feature/command-history.tsx';
import { DeviceFeatureHeader } from '../../core/device-feature/device-feature-header.tsx';
import { HistoryFrame } from '../../core/device-feature/history-frame.tsx';
import { historyPanelId, useHistoryToggle } from '../../core/device-feature/use-command-history.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { upload } from './start-transfers.ts';
import { DropZone } from './drop-zone.tsx';
import texts from './files.texts.json';
import { FolderContent } from './folder-content.tsx';
import { FolderPanel } from './folder-panel.tsx';
import { FolderSteps } from './folder-steps.tsx';
import classes from './files.module.css';
import { LayoutChoice } from './layout-choice.tsx';
import { FolderDownloadButton } from './folder-download-button.tsx';
import { NewFolder } from './new-folder.tsx';
import { UploadButtons, uploadWords } from './upload-buttons.tsx';
import type { ChosenFile } from './dropped-files.ts';
import { useFolder } from './use-folder.ts';
import { useLayout } from './use-layout.ts';

addTexts('files', texts);

// Below the folder, or not there at all most of the time, so that they may come last.
const CdnFiles = lazy(async () => ({ default: (await import('./cdn-files.tsx')).CdnFiles }));
const CdnHistory = lazy(async () => ({ default: (await import('./cdn-history.tsx')).CdnHistory }));
const Transfers = lazy(async () => ({ default: (await import('./transfers.tsx')).Transfers }));

/** The word in the URL that opens the history of files on the server. */
const cdnName = 'cdn';
const everyFileCommand = { history: fileHistory };

/** The folder that a device shares, one folder at a time, what goes to and from it, and what of it the server has. */
export function FilesView() {
  const { t } = useTranslation('files');
  const folder = useFolder();
  const { list, path, searching, open, uploadReason, uploadRefusal, newFolderReason } = folder;
  const { deviceId } = list;
  const [layout, setLayout] = useLayout();
  const cdn = useHistoryToggle(cdnName);
  const send = (chosen: ChosenFile[]) => void upload(deviceId, path, chosen);
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
          <div className={classes.content}>
            {list.shared && (
              <div className={classes.place}>
                <FolderSteps path={searching ? null : path} open={open} />
                <LayoutChoice layout={layout} onChange={setLayout} />
                <FolderDownloadButton deviceId={deviceId} path={path} />
                <NewFolder deviceId={deviceId} path={path} reason={newFolderReason} />
                <UploadButtons reason={uploadReason} onChosen={send} />
              </div>
            )}
            {list.shared && uploadReason === null && (
              <p className={classes.types}>{t('upload.types', uploadWords())}</p>
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
