import { Button, Group, Title } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import classes from './floating.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The words of both buttons. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** It asks about a Back that is under way, and must not change the history meanwhile. */
  whileLeaving?: boolean;
}

/** Asks once before something that cannot be undone. The browser's own dialog: it holds the focus and ends on Escape. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirm, cancel, onConfirm, onCancel, whileLeaving = false } = props;
  const titleId = useId();
  useCloseOnBack(opened && !whileLeaving, onCancel);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    <dialog ref={dialog} closedby="any" className={classes.dialog} aria-labelledby={titleId} onClose={onCancel}>
      {opened && (
        <>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {children}
          <Group mt="lg" gap="xs" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {cancel}
            </Button>
            <Button color="red.8" onClick={onConfirm}>
              {confirm}
            </Button>
          </Group>
        </>
      )}
    </dialog>
  );
}
