import { Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { useComponentTexts } from '../../components/use-component-texts.ts';
import { leaveQuestion } from './unsaved-changes.ts';

/** Asks whether to discard unsaved changes. */
export function LeaveDialog() {
  const { t } = useComponentTexts();
  const answer = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.get);
  return (
    <ConfirmDialog
      opened={answer !== null}
      whileLeaving
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      onConfirm={() => answer?.(true)}
      onCancel={() => answer?.(false)}
    >
      <Text size="sm">{t('unsaved.text')}</Text>
    </ConfirmDialog>
  );
}
