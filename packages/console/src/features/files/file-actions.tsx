import { renameFile, sendFile } from '@fairwatch/contract';
import { IconDots, IconDownload, IconFileZip, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Can } from '../../core/components/can.tsx';
import { ConfirmDialog } from '../../core/components/confirm-dialog.tsx';
import { DropPanel, PanelOption } from '../../core/components/drop-panel.tsx';
import { deviceRefusal } from '../../core/device-feature/device-refusal.ts';
import { useOpenDevice } from '../../core/device-feature/use-open-device.ts';
import { Opening } from '../../core/shortcuts/opening.tsx';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { askJobs } from './start-transfers.ts';
import { pathOf } from './file-path.ts';
import type { FileRow } from './file-row.ts';
import classes from './files.module.css';

// Few need them, so they come when somebody does.
const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));
const FolderDownload = lazy(async () => ({ default: (await import('./folder-download.tsx')).FolderDownload }));

interface FileActionsProps {
  deviceId: number;
  file: FileRow;
}

/** What can be asked of the device about one file or folder. */
export function FileActions(props: FileActionsProps) {
  return (
    <Can use={sendFile}>
      <Actions {...props} />
    </Can>
  );
}

function Actions({ deviceId, file }: FileActionsProps) {
  const { t } = useTranslation('files');
  const [asking, setAsking] = useState<'rename' | 'delete' | 'download' | null>(null);
  const close = () => setAsking(null);
  const path = pathOf(file);
  const device = useOpenDevice() ?? null;
  async function ask(request: Promise<unknown>): Promise<void> {
    await toastPromise(request).catch(() => undefined);
    await readAgain('commands', deviceId);
  }
  return (
    <>
      <DropPanel
        label={t('actions.open', { name: file.name })}
        className={classes.action}
        face={<IconDots size={16} aria-hidden />}
      >
        {file.folder ? (
          <PanelOption reason={null} onClick={() => setAsking('download')}>
            <IconFileZip size={16} stroke={1.6} aria-hidden />
            {t('actions.downloadFolder')}
          </PanelOption>
        ) : (
          <PanelOption
            reason={deviceRefusal(device, 'SEND_FILE')}
            onClick={() => void askJobs([{ kind: 'download', deviceId, file }])}
          >
            <IconDownload size={16} stroke={1.6} aria-hidden />
            {t('actions.download')}
          </PanelOption>
        )}
        <PanelOption reason={deviceRefusal(device, 'RENAME_FILE')} onClick={() => setAsking('rename')}>
          <IconPencil size={16} stroke={1.6} aria-hidden />
          {t('actions.rename')}
        </PanelOption>
        <PanelOption reason={deviceRefusal(device, 'DELETE_FILE')} onClick={() => setAsking('delete')}>
          <IconTrash size={16} stroke={1.6} aria-hidden />
          {t('actions.delete')}
        </PanelOption>
      </DropPanel>
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('actions.deleteTitle', { name: file.name })}
        confirm={t('actions.delete')}
        cancel={t('actions.keep')}
        onCancel={close}
        onConfirm={() => {
          close();
          void askJobs([{ kind: 'delete', deviceId, file }]);
        }}
      >
        {t(file.folder ? 'actions.deleteFolder' : 'actions.deleteFile')}
      </ConfirmDialog>
      {asking === 'rename' && (
        <Suspense fallback={<Opening />}>
          <NameDialog
            title={t('actions.renameTitle', { name: file.name })}
            label={t('actions.newName')}
            submit={t('actions.save')}
            name={file.name}
            close={close}
            take={(name) => {
              close();
              void ask(call(renameFile, { deviceId, path, name }));
            }}
          />
        </Suspense>
      )}
      {asking === 'download' && (
        <Suspense fallback={<Opening />}>
          <FolderDownload deviceId={deviceId} path={path} close={close} />
        </Suspense>
      )}
    </>
  );
}
