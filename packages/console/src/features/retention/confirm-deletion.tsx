import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../core/components/confirm-dialog.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';

interface ConfirmDeletionProps {
  /** How many rows would go; null while nothing is asked. */
  rows: number | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before days are saved that delete rows. */
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
