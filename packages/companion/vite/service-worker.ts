import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** What the server does not hand out, or what the browser never asks for. */
const notServed = /^\.|\/\.|\.(?:br|gz|map)$|^sw\.js$/;

/**
 * Builds the service worker after everything else, with the list of all other files in it. It is one classic script under a fixed
 * name: not every browser takes a worker that imports modules, and a page must find the next version under the same address.
 */
export function serviceWorker(entry: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      const outDir = resolve(config.root, config.build.outDir);
      const offlineBuild = await describeBuild(outDir);
      await build({
        configFile: false,
        root: config.root,
        publicDir: false,
        logLevel: 'warn',
        define: { __OFFLINE_BUILD__: JSON.stringify(offlineBuild) },
        build: {
          outDir,
          emptyOutDir: false,
          target: config.build.target,
          rolldownOptions: {
            input: resolve(config.root, entry),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

/** Every file that a browser may ask for, and a version that changes with any of them. */
async function describeBuild(outDir: string): Promise<{ version: string; files: string[] }> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(outDir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((name) => !notServed.test(name))
    .toSorted();
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(name)
      .update('\0')
      .update(await readFile(join(outDir, name)));
  // The page is known by the address of its folder.
  const files = names.map((name) => (name === 'index.html' ? '' : name));
  return { version: hash.digest('hex').slice(0, 16), files };
}
