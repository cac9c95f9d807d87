import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './floating.module.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  close: () => void;
  /** Along the right edge and as high as the window, for what is read beside a list. */
  drawer?: boolean;
  /** For what does not fit into one column. */
  wide?: boolean;
  /** Something in it is not saved: Escape and a click beside it call `close`, which may ask first. */
  dirty?: boolean;
}

/**
 * A dialog that is drawn only while it is open. The browser's own: it holds the focus, ends on Escape and on a click
 * beside it, and gives the focus back.
 */
export function Dialog({ title, children, close, drawer = false, wide = false, dirty = false }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      {...useModal(close, dirty)}
      closedby="any"
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
