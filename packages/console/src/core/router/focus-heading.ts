/**
 * Moves focus to the new page's heading, unless the page has already put it somewhere better (a form's first field), or
 * somebody has begun to type elsewhere since they left the page before, where `left` had the focus.
 */
export function focusHeading(left: Element | null): void {
  const main = document.querySelector('main');
  const focused = document.activeElement;
  if (main === null || main.contains(focused)) return;
  if (focused !== left && focused instanceof HTMLInputElement) return;
  const heading = main.querySelector('h1') ?? main;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
