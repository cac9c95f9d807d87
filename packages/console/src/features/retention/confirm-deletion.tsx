import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ConfirmDeletionProps {
  /** How many rows would go; null while nothing is asked. */
  rows: number | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before days are saved that delete rows. */
export function ConfirmDeletion({ rows, onConfirm, onCancel }: ConfirmDeletionProps) {
  const { t, i18n } = useTranslation('retention');
  const count = rows ?? 0;
  return (
    <Modal opened={rows !== null} onClose={onCancel} title={t('confirm.title')} withCloseButton={false}>
      <Text size="sm">{t('confirm.text', { count, rows: new Intl.NumberFormat(i18n.language).format(count) })}</Text>
      <Group mt="lg" gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('confirm.cancel')}
        </Button>
        <Button color="red.8" onClick={onConfirm}>
          {t('confirm.save')}
        </Button>
      </Group>
    </Modal>
  );
}
