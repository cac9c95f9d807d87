/** As a `ref`: what appears by the person's own tap takes the focus, so that a keyboard goes on from there. */
export function focusIt(element: HTMLElement | null): void {
  element?.focus();
}
