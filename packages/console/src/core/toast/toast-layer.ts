import classes from './toast.module.css';

/** The open modal dialogs, the topmost last. */
const openModals: HTMLDialogElement[] = [];
let layer: HTMLElement | undefined;

/**
 * The element that holds the toasts. It is a popover, so that it is drawn in the browser's top layer, and a child of the topmost
 * modal dialog, because the browser makes everything outside of that dialog inert: there a toast could be neither pointed at nor
 * announced, and a press on it would close the dialog.
 */
export function toastLayer(): HTMLElement {
  if (layer === undefined) {
    layer = document.createElement('div');
    layer.className = classes.layer ?? '';
    layer.popover = 'manual';
  }
  return layer;
}

/** Moves the toasts above everything that is open. */
export function raiseToasts(): void {
  const element = toastLayer();
  // The top layer is ordered by when its elements entered it. A moved element has left it.
  (openModals.at(-1) ?? document.body).append(element);
  element.showPopover?.();
}

/** Opens a modal dialog, with the toasts above it. */
export function showModalBelowToasts(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (!openModals.includes(dialog)) openModals.push(dialog);
  if (layer?.isConnected) raiseToasts();
}

/** Closes a modal dialog. The toasts leave it first, since they would go with it. */
export function closeModalBelowToasts(dialog: HTMLDialogElement): void {
  const place = openModals.indexOf(dialog);
  if (place >= 0) openModals.splice(place, 1);
  if (layer && dialog.contains(layer)) raiseToasts();
  dialog.close();
}
