import { renameFile, sendFile, type Command } from '@fairwatch/contract';
import { IconDots, IconDownload, IconFileZip, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call, type Answer } from '../../../../core/api/client.ts';
import { Can } from '../../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../../core/components/overlays/confirm-dialog.tsx';
import { DropPanel, PanelOption } from '../../../../core/components/overlays/drop-panel.tsx';
import { toastCommand } from '../../../../shared/device-feature/commands/toast-command.ts';
import { deviceRefusal } from '../../../../shared/device-feature/consent/device-refusal.ts';
import { useOpenDevice } from '../../../../shared/device-feature/device/use-open-device.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Opening } from '../../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { startFileRun } from '../transfers/start-transfers.ts';
import { pathOf, type FileRow } from '../file-path.ts';

// Lazy, because most visits to the page need neither dialog.
const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));
const FolderDownload = lazy(async () => ({ default: (await import('./folder-download.tsx')).FolderDownload }));

interface FileActionsProps {
  deviceId: number;
  file: FileRow;
}

/** The menu of one file or folder: download, rename, delete. Hidden from admins who cannot send file commands. */
export function FileActions(props: FileActionsProps) {
  return (
    <Can use={sendFile}>
      <Actions {...props} />
    </Can>
  );
}

function Actions({ deviceId, file }: FileActionsProps) {
  const { t } = useTranslation('files');
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete' | 'download' | null>(null);
  const close = () => setOpenDialog(null);
  const path = pathOf(file);
  const device = useOpenDevice() ?? null;
  async function send(request: Promise<Answer<Command>>): Promise<void> {
    await toastCommand(request, device).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  }
  return (
    <>
      <DropPanel label={t('actions.open', { name: file.name })} face={<IconDots size={16} aria-hidden />}>
        {file.folder ? (
          <PanelOption reason={null} onClick={() => setOpenDialog('download')}>
            <IconFileZip size={16} stroke={1.6} aria-hidden />
            {t('actions.downloadFolder')}
          </PanelOption>
        ) : (
          <PanelOption
            reason={deviceRefusal(device, 'SEND_FILE')}
            onClick={() => void startFileRun(deviceId, { kind: 'download', paths: [path] })}
          >
            <IconDownload size={16} stroke={1.6} aria-hidden />
            {t('actions.download')}
          </PanelOption>
        )}
        <PanelOption reason={deviceRefusal(device, 'RENAME_FILE')} onClick={() => setOpenDialog('rename')}>
          <IconPencil size={16} stroke={1.6} aria-hidden />
          {t('actions.rename')}
        </PanelOption>
        <PanelOption reason={deviceRefusal(device, 'DELETE_FILE')} onClick={() => setOpenDialog('delete')}>
          <IconTrash size={16} stroke={1.6} aria-hidden />
          {t('actions.delete')}
        </PanelOption>
      </DropPanel>
      <ConfirmDialog
        opened={openDialog === 'delete'}
        title={t('actions.deleteTitle', { name: file.name })}
        confirm={t('actions.delete')}
        cancel={t('actions.keep')}
        onCancel={close}
        onConfirm={() => {
          close();
          void startFileRun(deviceId, { kind: 'delete', paths: [path] });
        }}
      >
        {t(file.folder ? 'actions.deleteFolder' : 'actions.deleteFile')}
      </ConfirmDialog>
      {openDialog === 'rename' && (
        <Suspense fallback={<Opening />}>
          <NameDialog
            title={t('actions.renameTitle', { name: file.name })}
            label={t('actions.newName')}
            submit={t('actions.save')}
            name={file.name}
            close={close}
            onSubmit={(name) => {
              close();
              void send(call(renameFile, { deviceId, path, name }));
            }}
          />
        </Suspense>
      )}
      {openDialog === 'download' && (
        <Suspense fallback={<Opening />}>
          <FolderDownload deviceId={deviceId} path={path} close={close} />
        </Suspense>
      )}
    </>
  );
}
