import { readFileSync } from 'node:fs';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** How the console and the companion are built: for which browsers, and as files that our content security policy allows. */
export const browserBuild = {
  outDir: 'dist',
  manifest: true,
  // Those that have `URL.parse`; old-browser.js says so to all others.
  target: ['chrome126', 'edge126', 'firefox126', 'safari18'],
  modulePreload: { polyfill: false },
  // Small files stay files: the content security policy allows no data: urls for scripts and styles.
  assetsInlineLimit: 0,
  // Leaves out the modules that an index re-exports and nobody imports: without it thousands of icons are read for the two hundred in use.
  rolldownOptions: { experimental: { lazyBarrel: true } },
} satisfies BuildEnvironmentOptions;

const fileName = 'old-browser.js';

/** Puts the script into the page that says which browsers can open it. It is not transformed, as old browsers must read it. */
export function oldBrowserScript(): Plugin {
  const source = readFileSync(new URL(fileName, import.meta.url), 'utf8');
  let base = '/';
  return {
    name: 'old-browser-script',
    configResolved(config) {
      base = config.base;
    },
    configureServer({ middlewares }) {
      middlewares.use(base + fileName, (_request, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    // Deferred, so that it delays nobody, and before our own code, which would fail.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: base + fileName, defer: true }, injectTo: 'head-prepend' },
    ],
  };
}
