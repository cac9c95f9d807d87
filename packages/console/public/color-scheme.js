// Runs before the first paint, so that a dark console does not flash white. A file of its own: the page's
// content security policy allows no inline scripts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('color-scheme');
  } catch {
    // Storage may be off; the system's preference decides.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
