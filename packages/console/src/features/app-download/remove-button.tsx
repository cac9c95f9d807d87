import { removeStatic } from '@fairwatch/contract';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { ConfirmDialog } from '../../core/components/confirm-dialog.tsx';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

interface RemoveButtonProps {
  id: number;
  label: string;
  /** What is asked before, and what it means. */
  title: string;
  text: string;
  /** An icon only, where there is little room. */
  small?: boolean;
}

/** Takes the app or a document off the page, after asking. */
export function RemoveButton({ id, label, title, text, small = false }: RemoveButtonProps) {
  const { t } = useTranslation('app-download');
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    await toastPromise(call(removeStatic, { id })).catch(() => undefined);
    await readAgain('app-download');
  };
  return (
    <>
      {small ? (
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => setAsking(true)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={title}
        confirm={t('remove')}
        cancel={t('cancel')}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
  );
}
