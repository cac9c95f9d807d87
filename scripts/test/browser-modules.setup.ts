import { globSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks, type LoadFnOutput } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOwn } from './own-modules.ts';

type Compile = (
  file: string,
  source: string,
  options: { jsx: { runtime: 'automatic' }; sourcemap: true },
) => { code: string; map?: object; errors: readonly { message: string }[] };

// The compiler that Vite builds the pages with; Vite itself does not export it.
const ofVite = createRequire(createRequire(import.meta.url).resolve('vite'));
const { transformSync: compile } = ofVite('rolldown/utils') as { transformSync: Compile };

const moduleOf = (source: string): LoadFnOutput => ({ format: 'module', source, shortCircuit: true });

function load(url: string): LoadFnOutput {
  const file = fileURLToPath(url);
  const source = readFileSync(file, 'utf8')
    // What `vi.stubEnv` changes.
    .replaceAll('import.meta.env', 'globalThis.__vitest_worker__.metaEnv')
    .replaceAll('import.meta.glob', 'globalThis.globFrom(import.meta.url)');
  const { code, map, errors } = compile(file, source, { jsx: { runtime: 'automatic' }, sourcemap: true });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const mapped = Buffer.from(JSON.stringify(map)).toString('base64');
  return moduleOf(`${code}\n//# sourceMappingURL=data:application/json;base64,${mapped}`);
}

/** Vite's `import.meta.glob` with the default exports, for the module at this URL. */
const globFrom = (from: string) => (pattern: string) => {
  const paths = globSync(pattern, { cwd: dirname(fileURLToPath(from)) });
  const load = async (path: string) => ((await import(new URL(path, from).href)) as { default: unknown }).default;
  return Object.fromEntries(paths.map((path) => [path, () => load(path)]));
};

/** Without a style sheet each class has its own name. */
const classNames = 'export default new Proxy({}, { get: (_, name) => name });';

// Node imports what the browser gets, as it imports everything else: a third less work than through Vite's server, which every worker
// would ask for every module. Only what Node does not know is compiled: JSX, styles, and JSON without an attribute.
const mark = Symbol.for('fairwatch.browser-modules');
const marked = globalThis as { [mark]?: true };
if (!marked[mark]) {
  marked[mark] = true;
  Object.assign(globalThis, { globFrom });
  registerHooks({
    load(url, context, next) {
      const path = url.replace(/\?.*/, '');
      if (path.endsWith('.css')) return moduleOf(path.endsWith('.module.css') ? classNames : '');
      if (!isOwn(path)) return next(url, context);
      if (path.endsWith('.json')) return moduleOf(`export default ${readFileSync(fileURLToPath(path), 'utf8')}`);
      return /\.tsx?$/.test(path) ? load(path) : next(url, context);
    },
  });
}
