import type { BuildEnvironmentOptions } from 'vite';

/** How the console and the companion are built: for which browsers, and as files that our content security policy allows. */
export const browserBuild = {
  outDir: 'dist',
  manifest: true,
  target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
  modulePreload: { polyfill: false },
  // Small files stay files: the content security policy allows no data: urls for scripts and styles.
  assetsInlineLimit: 0,
  // Leaves out the modules that an index re-exports and nobody imports: without it thousands of icons are read for the two hundred in use.
  rolldownOptions: { experimental: { lazyBarrel: true } },
} satisfies BuildEnvironmentOptions;
