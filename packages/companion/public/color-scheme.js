// Runs before the first paint, so that a dark page does not flash white. A file of its own: the page's content security
// policy allows no inline scripts.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
);
// Older browsers than those of browser-build.ts read which ones can open the page.
if (!window.URL || !URL.parse)
  document.head.appendChild(document.createElement('script')).src = '/companion/old-browser.js';
