import { useLayoutEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';
import { closeModalBelowToasts, showModalBelowToasts } from '../../toast/toast-layer.ts';
import { useCloseOnBack } from './close-on-back.ts';
import { isBeside } from './place-beside.ts';

interface ModalOptions {
  /** The dialog has unsaved changes, so `close` decides whether it closes. */
  dirty?: boolean;
  /** The dialog asks about a navigation in progress, so it must not push a history entry. */
  whileLeaving?: boolean;
}

/**
 * Returns the props of a `<dialog>` that is open while it is mounted. The browser makes the rest of the page inert, closes the dialog on
 * Escape or a click outside, and restores the focus. The Back button closes it too.
 */
export function useModal(close: () => void, { dirty = false, whileLeaving = false }: ModalOptions = {}) {
  const ref = useRef<HTMLDialogElement>(null);
  useCloseOnBack(!whileLeaving, close, dirty);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    showModalBelowToasts(dialog);
    // Closed before it is removed, because the browser restores the focus only on close.
    return () => closeModalBelowToasts(dialog);
  }, []);
  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // The `cancel` event of a file input inside the dialog bubbles up to here.
    if (!dirty || event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  };
  const onClose = () => {
    // The event arrives later; in Strict Mode React has mounted and opened the dialog again by then.
    if (ref.current?.open) return;
    // The browser closes a dialog on the second Escape in a row even when `cancel` was prevented, so it is reopened.
    if (dirty && ref.current) showModalBelowToasts(ref.current);
    close();
  };
  const beganBeside = useRef(false);
  // Safari has no `closedby`. Text that is selected from inside the dialog to the outside does not close it.
  const onMouseDown = (event: MouseEvent<HTMLDialogElement>) => (beganBeside.current = isBeside(event));
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    const closesByItself = 'closedBy' in HTMLDialogElement.prototype;
    if (closesByItself || !beganBeside.current || !isBeside(event)) return;
    const { currentTarget: dialog } = event;
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  };
  return { ref, onCancel, onClose, onMouseDown, onClick, closedby: 'any' as const };
}
