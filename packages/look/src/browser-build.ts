import type { BuildEnvironmentOptions } from 'vite';

/** How the console and the companion are built: for which browsers, and as files that our content security policy allows. */
export const browserBuild = {
  outDir: 'dist',
  manifest: true,
  target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
  modulePreload: { polyfill: false },
  // Small files stay files: the content security policy allows no data: urls for scripts and styles.
  assetsInlineLimit: 0,
} satisfies BuildEnvironmentOptions;
