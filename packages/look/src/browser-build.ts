import { readFileSync } from 'node:fs';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** How the console and the companion are built: for which browsers, and as files that our content security policy allows. */
export const browserBuild = {
  outDir: 'dist',
  manifest: true,
  // Those that have `URL.parse`, the newest function that our code calls; old-browser.js says so to all others.
  target: ['chrome126', 'edge126', 'firefox126', 'safari18'],
  modulePreload: { polyfill: false },
  // Small files stay files: the content security policy allows no data: urls for scripts and styles.
  assetsInlineLimit: 0,
  // Leaves out the modules that an index re-exports and nobody imports: without it thousands of icons are read for the two hundred in use.
  rolldownOptions: { experimental: { lazyBarrel: true } },
} satisfies BuildEnvironmentOptions;

const fileName = 'old-browser.js';

/** Adds the script that says which browsers can open the page. It is not transformed, as old browsers must read it. */
export function oldBrowserScript(): Plugin {
  const source = readFileSync(new URL(fileName, import.meta.url), 'utf8');
  return {
    name: 'old-browser-script',
    configureServer({ middlewares, config }) {
      middlewares.use(config.base + fileName, (_request, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
