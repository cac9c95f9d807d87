import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { serverProcess } from '../core/server-process.ts';
import { runCommand } from './commands.ts';
import { settle } from './release-files.ts';

/** The packages that run on an owner's machine, with what of each. The pages and the file for Termux are built already. */
const parts: Readonly<Record<string, string>> = {
  contract: 'src',
  device: 'src',
  server: 'src',
  console: 'dist',
  companion: 'dist',
  termux: 'dist',
};

/** In our packages: what only tests and builds use. */
const ownTests = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/testing',
  'packages/server/src/attacks',
  '**/dist/.inputs',
  '**/dist/.compressed',
];

/** In the libraries: types, tests, sources of what is built, settings of tools, and the compilers that some name and none runs here. */
const unused = [
  '**/*.d.ts',
  '**/*.d.mts',
  '**/*.d.cts',
  '**/*.map',
  '**/*.tsbuildinfo',
  '**/.*',
  '{*,@*/*}/{test,tests,integration}',
  '*/node_modules/{*,@*/*}/{test,tests}',
  'typescript',
  '@typescript',
  'vite',
  'rolldown',
  '@rolldown',
  'lightningcss*',
  '@oxc-project',
];

/**
 * Makes the tree that starts without installing or building, from a checkout in which the pages are built. The workspaces stay symbolic links:
 * Node strips no types below `node_modules`.
 */
export async function makeTree(source: string, tree: string, epoch: number): Promise<void> {
  rmSync(tree, { recursive: true, force: true });
  for (const file of [
    'package.json',
    'package-lock.json',
    ...globSync('{packages/*,e2e,bench,cluster}/package.json', { cwd: source }),
  ])
    cpSync(path.join(source, file), path.join(tree, file));
  cpSync(path.join(source, 'scripts/install'), path.join(tree, 'scripts/install'), { recursive: true });
  const workspaces = ['@fairwatch/server', '@fairwatch/device'].flatMap((name) => ['-w', name]);
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  await runCommand('npm', ['ci', '--omit=dev', ...workspaces, '--include-workspace-root', ...quiet], { cwd: tree });
  // From the lock file, because npm refuses to describe a tree that lacks what only tests need.
  const listing = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev', ...workspaces];
  const sbom = await runCommand('npm', listing, { cwd: tree });
  keepParts(source, tree);
  const present = new Set(globSync('**/node_modules/{*,@*/*}', { cwd: tree }).map(packageOf));
  writeFileSync(path.join(tree, 'sbom.cdx.json'), settledSbom(sbom, { epoch, present }));
  mkdirSync(path.join(tree, 'bin'));
  renameSync(path.join(tree, 'node_modules/node/bin/node'), path.join(tree, 'bin/node'));
  for (const name of readdirSync(path.join(tree, 'node_modules')))
    if (name === 'node' || name.startsWith('node-bin-') || name.startsWith('node-linux-'))
      remove(tree, 'node_modules', name);
  writeFileSync(path.join(tree, 'bin/fairwatch'), starter());
  chmodSync(path.join(tree, 'bin/fairwatch'), 0o755);
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(path.join(source, file), path.join(tree, file));
  settle(tree, epoch);
}

function remove(...names: string[]): void {
  rmSync(path.join(...names), { recursive: true, force: true });
}

function keepParts(source: string, tree: string): void {
  for (const name of ['e2e', 'bench', 'cluster', 'scripts', 'package-lock.json']) remove(tree, name);
  for (const name of readdirSync(path.join(tree, 'packages'))) {
    const part = parts[name];
    if (part === undefined) remove(tree, 'packages', name);
    else
      cpSync(path.join(source, 'packages', name, part), path.join(tree, 'packages', name, part), { recursive: true });
  }
  for (const pattern of ownTests)
    for (const found of globSync(pattern, { cwd: tree, exclude: ['node_modules/**'] })) remove(tree, found);
  const modules = path.join(tree, 'node_modules');
  for (const pattern of unused) for (const found of globSync(pattern, { cwd: modules })) remove(modules, found);
  // A link to a workspace that is not in the tree leads nowhere.
  for (const name of readdirSync(path.join(modules, '@fairwatch')))
    if (!existsSync(path.join(modules, '@fairwatch', name))) remove(modules, '@fairwatch', name);
}

/** The command of owners. It gives the process of the server what `npm start` gives it. */
function starter(): string {
  const { nodeOptions, environment } = serverProcess;
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`);
  return `#!/bin/sh
# Fairwatch: start, or one of the owner's commands. "fairwatch help" lists them. FAIRWATCH_SETTINGS names a file of NAME=value lines;
# what the environment has comes first.
here=$(dirname "$(readlink -f "$0")")
${exports.join('\n')}
exec "$here/node" \${FAIRWATCH_SETTINGS:+"--env-file=$FAIRWATCH_SETTINGS"} ${nodeOptions.join(' ')} "$here/../packages/server/src/cli/fairwatch.ts" "$@"
`;
}

/** The package in a folder of `node_modules`: its name, with its scope. */
function packageOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp: string };
  components: { name: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * The list of what is in the tree, from npm's list of what the lock file names: without the packages of other platforms, and without the
 * moment and the random number that npm writes into it, since a release of one commit is always the same.
 */
export function settledSbom(text: string, { epoch, present }: { epoch: number; present: ReadonlySet<string> }): string {
  const sbom = JSON.parse(text) as Sbom;
  delete sbom.serialNumber;
  sbom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  const absent = new Set(sbom.components.filter(({ name }) => !present.has(name)).map((each) => each['bom-ref']));
  sbom.components = sbom.components.filter((each) => !absent.has(each['bom-ref']));
  sbom.dependencies = sbom.dependencies.filter(({ ref }) => !absent.has(ref));
  for (const each of sbom.dependencies) each.dependsOn = (each.dependsOn ?? []).filter((ref) => !absent.has(ref));
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
