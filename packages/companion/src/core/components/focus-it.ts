/** A `ref` that focuses an element when it appears after a tap, so that keyboard users go on from there. */
export function focusIt(element: HTMLElement | null): void {
  element?.focus();
}
