/** Moves focus to the new page's heading, unless the page has already put it somewhere better (a form's first field). */
export function focusHeading(): void {
  const main = document.querySelector('main');
  if (main === null || main.contains(document.activeElement)) return;
  const heading = main.querySelector('h1') ?? main;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
