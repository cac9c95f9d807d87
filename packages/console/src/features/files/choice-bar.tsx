import { CloseButton } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../core/components/confirm-dialog.tsx';
import { ReasonButton } from '../../core/components/reason-button.tsx';
import { Refusal } from '../../core/components/refusal.tsx';
import { deviceRefusal } from '../../core/device-feature/device-refusal.ts';
import { useOpenDevice } from '../../core/device-feature/use-open-device.ts';
import { askJobs } from './start-transfers.ts';
import { useChoice } from './file-choice.ts';
import classes from './files.module.css';

/** What can be done with the files that are chosen. */
export function ChoiceBar({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('files');
  const { chosen, clear } = useChoice();
  const [deleting, setDeleting] = useState(false);
  const device = useOpenDevice() ?? null;
  const [noDownload, noDeleting] = [deviceRefusal(device, 'SEND_FILE'), deviceRefusal(device, 'DELETE_FILE')];
  const downloads = chosen.filter(({ folder }) => !folder);
  const ask = (kind: 'download' | 'delete', files: typeof chosen) => {
    void askJobs(files.map((file) => ({ kind, deviceId, file })));
    clear();
  };
  return (
    <section className={classes.choiceBar} aria-label={t('choice.label')}>
      <CloseButton aria-label={t('choice.clear')} onClick={clear} />
      <output className={classes.choiceCount}>{t('choice.count', { count: chosen.length })}</output>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        reason={noDownload ?? (downloads.length === 0 ? t('choice.onlyFolders') : null)}
        onClick={() => ask('download', downloads)}
      >
        {t('choice.download', { count: downloads.length })}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        reason={noDeleting}
        onClick={() => setDeleting(true)}
      >
        {t('choice.delete', { count: chosen.length })}
      </ReasonButton>
      {[...new Set([noDownload, noDeleting])].map((words) => (
        <Refusal key={words} words={words} />
      ))}
      <ConfirmDialog
        opened={deleting}
        title={t('choice.deleteTitle', { count: chosen.length })}
        confirm={t('actions.delete')}
        cancel={t('actions.keep')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false);
          ask('delete', chosen);
        }}
      >
        {t('choice.deleteText')}
      </ConfirmDialog>
    </section>
  );
}
