import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The dialog asks about a navigation in progress. */
  whileLeaving?: boolean;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  opened,
  children,
  confirm,
  cancel,
  onConfirm,
  onCancel,
  ...dialog
}: ConfirmDialogProps) {
  if (!opened) return null;
  return (
    <Dialog {...dialog} close={onCancel}>
      {children}
      <Group mt="lg" gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button color="red.8" onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
