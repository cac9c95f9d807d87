import { CloseButton } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../../core/components/page/refusal.tsx';
import { deviceRefusal } from '../../../core/device-feature/consent/device-refusal.ts';
import { useOpenDevice } from '../../../core/device-feature/device/use-open-device.ts';
import { startJobs } from '../transfers/start-transfers.ts';
import { useSelectedFiles } from './file-selection.ts';
import classes from '../files.module.css';

/** Downloads or deletes the selected files. Folders cannot be downloaded from here. */
export function SelectionBar({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('files');
  const { selected, clear } = useSelectedFiles();
  const [deleting, setDeleting] = useState(false);
  const device = useOpenDevice() ?? null;
  const [downloadRefusal, deleteRefusal] = [deviceRefusal(device, 'SEND_FILE'), deviceRefusal(device, 'DELETE_FILE')];
  const downloads = selected.filter(({ folder }) => !folder);
  const startAll = (kind: 'download' | 'delete', files: typeof selected) => {
    void startJobs(files.map((file) => ({ kind, deviceId, file })));
    clear();
  };
  return (
    <section className={classes.choiceBar} aria-label={t('choice.label')}>
      <CloseButton aria-label={t('choice.clear')} onClick={clear} />
      <output className={classes.choiceCount}>{t('choice.count', { count: selected.length })}</output>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        reason={downloadRefusal ?? (downloads.length === 0 ? t('choice.onlyFolders') : null)}
        onClick={() => startAll('download', downloads)}
      >
        {t('choice.download', { count: downloads.length })}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        reason={deleteRefusal}
        onClick={() => setDeleting(true)}
      >
        {t('choice.delete', { count: selected.length })}
      </ReasonButton>
      {[...new Set([downloadRefusal, deleteRefusal])].map((refusal) => (
        <Refusal key={refusal} words={refusal} />
      ))}
      <ConfirmDialog
        opened={deleting}
        title={t('choice.deleteTitle', { count: selected.length })}
        confirm={t('actions.delete')}
        cancel={t('actions.keep')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false);
          startAll('delete', selected);
        }}
      >
        {t('choice.deleteText')}
      </ConfirmDialog>
    </section>
  );
}
