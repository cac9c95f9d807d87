import { CloseButton, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../../core/components/overlays/confirm-dialog.tsx';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../../../core/components/page/refusal.tsx';
import { deviceRefusal } from '../../../../shared/device-feature/consent/device-refusal.ts';
import { useOpenDevice } from '../../../../shared/device-feature/device/use-open-device.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Opening } from '../../../../core/shortcuts/opening.tsx';
import type { FileWork } from '../transfers/file-runs.ts';
import { startFileRun } from '../transfers/start-transfers.ts';
import { pathOf } from '../file-path.ts';
import { useSelectedFiles } from './file-selection.ts';

// Lazy, because few selections are renamed.
const RenameDialog = lazy(async () => ({ default: (await import('../actions/rename-dialog.tsx')).RenameDialog }));

/** Downloads, renames or deletes the selected files. Folders cannot be downloaded from here. */
export function SelectionBar({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('files');
  const { selected, clear } = useSelectedFiles();
  const [dialog, setDialog] = useState<'delete' | 'rename' | null>(null);
  const closeDialog = () => setDialog(null);
  const device = useOpenDevice() ?? null;
  const [downloadRefusal, renameRefusal, deleteRefusal] = [
    deviceRefusal(device, 'SEND_FILE'),
    deviceRefusal(device, 'RENAME_FILE'),
    deviceRefusal(device, 'DELETE_FILE'),
  ];
  const downloads = selected.filter(({ folder }) => !folder);
  const start = (work: FileWork) => {
    closeDialog();
    clear();
    void startFileRun(deviceId, work);
  };
  return (
    <Group component="section" className="fw-selection-bar" gap="xs" aria-label={t('choice.label')}>
      <CloseButton aria-label={t('choice.clear')} onClick={clear} />
      <output>{t('choice.count', { count: selected.length })}</output>
      <ReasonButton
        size="xs"
        variant="default"
        reason={downloadRefusal ?? (downloads.length === 0 ? t('choice.onlyFolders') : null)}
        onClick={() => start({ kind: 'download', paths: downloads.map(pathOf) })}
      >
        {t('choice.download', { count: downloads.length })}
      </ReasonButton>
      <ReasonButton size="xs" variant="default" reason={renameRefusal} onClick={() => setDialog('rename')}>
        {t('choice.rename', { count: selected.length })}
      </ReasonButton>
      <ReasonButton size="xs" variant="default" reason={deleteRefusal} onClick={() => setDialog('delete')}>
        {t('choice.delete', { count: selected.length })}
      </ReasonButton>
      {[...new Set([downloadRefusal, renameRefusal, deleteRefusal])].map((refusal) => (
        <Refusal key={refusal} words={refusal} />
      ))}
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('choice.deleteTitle', { count: selected.length })}
        confirm={t('actions.delete')}
        cancel={t('actions.keep')}
        onCancel={closeDialog}
        onConfirm={() => start({ kind: 'delete', paths: selected.map(pathOf) })}
      >
        {t('choice.deleteText')}
      </ConfirmDialog>
      {dialog === 'rename' && (
        <Suspense fallback={<Opening />}>
          <RenameDialog
            files={selected}
            onSubmit={(renames) => start({ kind: 'rename', renames })}
            close={closeDialog}
          />
        </Suspense>
      )}
    </Group>
  );
}
