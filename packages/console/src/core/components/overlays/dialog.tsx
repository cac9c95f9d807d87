import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './floating.module.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  close: () => void;
  /** Places the dialog along the right edge with the height of the window, for details beside a list. */
  drawer?: boolean;
  /** Wide enough for two columns. */
  wide?: boolean;
  /** The dialog has unsaved changes. Escape and a click outside call `close`, which may ask first. */
  dirty?: boolean;
  /** The dialog asks about a navigation in progress. */
  whileLeaving?: boolean;
}

/** A modal dialog with a title. It is open while it is mounted. */
export function Dialog({ title, children, close, drawer = false, wide = false, ...modal }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      {...useModal(close, modal)}
      className={drawer ? classes.drawer : classes.dialog}
      data-wide={wide || undefined}
      aria-labelledby={titleId}
    >
      <Title order={2} id={titleId}>
        {title}
      </Title>
      {children}
    </dialog>
  );
}
