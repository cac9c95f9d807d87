import path from 'node:path';
import { consoleBuildFile, type ConsoleBuild, type PageFiles } from '@fairwatch/contract';
import type * as prerender from '../src/prerender.tsx';
import { createServer, type Plugin, type Rolldown } from 'vite';

type Prerender = typeof prerender;

/**
 * Tells the server what each page consists of (`ConsoleBuild`), so that the HTML of a page names its files and has the
 * sign-in form, or the outline of the page, in it. The build's own manifest does not do: it names chunks, and modules that share a chunk have none.
 */
export function pageFiles(): Plugin {
  let root = '';
  let isOwnServer = true;
  let prerendering: Promise<Prerender>;
  return {
    name: 'page-files',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      // A console for a server elsewhere calls there, which the page's first calls would not.
      isOwnServer = !Object.keys(config.env).some((name) => name.startsWith('VITE_API_URL'));
    },
    buildStart() {
      // Beside the bundling, most of which is done outside of JavaScript.
      prerendering = loadPrerender(root);
      // Where the bundling fails first, nobody waits for this one.
      prerendering.catch(() => undefined);
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { builtRoutes, signInHtml } = await prerendering;
        const filesOf = fileFinder(bundle, (file) => path.join(root, 'src', file));
        const guestFiles = filesOf([
          'main.tsx',
          'areas/accounts/auth/auth-layout.tsx',
          'areas/accounts/auth/login.view.tsx',
        ]);
        const build: ConsoleBuild = {
          routes: builtRoutes().map(({ path: address, modules, guest, calls, html }) => {
            const { js, css } = filesOf(['main.tsx', ...modules]);
            return { path: address, guest, js, css, calls: isOwnServer ? calls : [], html: html ?? '' };
          }),
          signIn: { ...guestFiles, html: await signInHtml() },
        };
        this.emitFile({ type: 'asset', fileName: consoleBuildFile, source: JSON.stringify(build) });
      },
    },
  };
}

/** Runs the console's source in Node, with the class names that the build gives its styles. Nothing listens. */
async function loadPrerender(root: string): Promise<Prerender> {
  const source = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  return (await source.ssrLoadModule('/src/prerender.tsx').finally(() => source.close())) as Prerender;
}

/** Finds what the browser must load for some modules of the source: their chunks, all that these import, and the styles. */
function fileFinder(bundle: Rolldown.OutputBundle, idOf: (file: string) => string) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
  const chunkNamed = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return (modules: readonly string[]): PageFiles => {
    const found = new Set<Rolldown.OutputChunk>();
    const add = (chunk: Rolldown.OutputChunk) => {
      if (found.has(chunk)) return;
      found.add(chunk);
      for (const name of chunk.imports) {
        const imported = chunkNamed.get(name);
        if (imported !== undefined) add(imported);
      }
    };
    for (const file of modules) {
      const chunk = chunkOf.get(idOf(file));
      if (chunk === undefined) throw new Error(`The build has no chunk with ${file}.`);
      add(chunk);
    }
    const css = new Set<string>();
    for (const { viteMetadata } of found) for (const file of viteMetadata?.importedCss ?? []) css.add(file);
    return { js: [...found].map(({ fileName }) => fileName), css: [...css] };
  };
}
