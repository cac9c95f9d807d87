// Runs before the first paint, so that a dark page does not flash white. A file of its own: the page's content security
// policy allows no inline scripts.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
);
