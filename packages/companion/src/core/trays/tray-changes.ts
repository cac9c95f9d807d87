const changes = new EventTarget();

/** Tells every screen that shows a tray that something was put in or taken out, by the person or by an admin's command. */
export function announceTrayChange(tray: string): void {
  changes.dispatchEvent(new Event(tray));
}

export function onTrayChange(tray: string, listener: () => void): () => void {
  changes.addEventListener(tray, listener);
  return () => changes.removeEventListener(tray, listener);
}
