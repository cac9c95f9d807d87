import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

interface ConfirmDeletionProps {
  /** The number of rows that would be deleted; null while the dialog is closed. */
  rows: number | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before a shorter retention deletes rows. */
export function ConfirmDeletion({ rows, onConfirm, onCancel }: ConfirmDeletionProps) {
  const { t } = useTranslation('retention');
  const count = rows ?? 0;
  return (
    <ConfirmDialog
      opened={rows !== null}
      title={t('confirm.title')}
      confirm={t('confirm.save')}
      cancel={t('confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Text size="sm">
        {t('confirm.text', { count, rows: new Intl.NumberFormat(currentLanguage()).format(count) })}
      </Text>
    </ConfirmDialog>
  );
}
