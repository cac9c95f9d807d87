import { removeStatic } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

interface RemoveButtonProps {
  id: number;
  label: string;
  /** The title of the confirmation; `text` explains the consequences. */
  title: string;
  text: string;
  /** Shows only an icon. */
  small?: boolean;
}

/** Removes the app or a document after a confirmation. */
export function RemoveButton({ id, label, title, text, small = false }: RemoveButtonProps) {
  const { t } = useTranslation('app-download');
  const [confirming, setConfirming] = useState(false);
  const remove = async () => {
    setConfirming(false);
    await toastPromise(call(removeStatic, { id })).catch(() => undefined);
    await refetchChanged('app-download');
  };
  return (
    <>
      {small ? (
        <RowAction icon={IconTrash} label={label} onClick={() => setConfirming(true)} />
      ) : (
        <Button variant="subtle" color="gray" onClick={() => setConfirming(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        opened={confirming}
        title={title}
        confirm={t('remove')}
        cancel={t('cancel')}
        onConfirm={() => void remove()}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
  );
}
