import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { RowAction } from './row-action.tsx';

interface DeleteActionProps {
  label: string;
  /** The question, and what follows from the deletion. */
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  onDelete: () => void;
}

/** Deletes what a row is about, after a confirmation. */
export function DeleteAction({ label, text, onDelete, ...words }: DeleteActionProps) {
  const [confirming, setConfirming] = useState(false);
  const remove = () => {
    setConfirming(false);
    onDelete();
  };
  return (
    <>
      <RowAction icon={IconTrash} label={label} onClick={() => setConfirming(true)} />
      <ConfirmDialog {...words} opened={confirming} onConfirm={remove} onCancel={() => setConfirming(false)}>
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
  );
}
