import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { consoleDist, consoleFolder, root, tool } from './paths.ts';

/** Everything the built console is made from. */
const inputs = [
  'packages/console/src',
  'packages/console/index.html',
  'packages/console/vite.config.ts',
  'packages/console/vite',
  'packages/console/tsconfig.json',
  'packages/console/public',
  'packages/console/package.json',
  'packages/contract/src',
  'tsconfig.base.json',
  'package-lock.json',
];
const stamp = path.join(consoleDist, '.inputs');

/** Builds the console unless the one in dist was made from exactly these inputs. False when the build failed. */
export async function ensureConsoleBuilt(): Promise<boolean> {
  const wanted = hashFiles(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  console.log('Building the console...');
  const { runNode } = await import('./run.ts');
  // In a process of its own: the server that starts next should not carry the builder's memory.
  const built = await runNode([tool('vite/bin/vite.js'), 'build', consoleFolder, '--logLevel', 'warn'], {
    quiet: true,
  });
  if (!built.ok) {
    console.error(built.output.trimEnd());
    console.error('The console could not be built.');
    return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

/** Content, not times: a fresh clone or another branch gives the same answer. Tests do not change a build. */
function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const start of paths) {
    for (const file of filesUnder(path.join(root, start))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(start: string): string[] {
  const found = statSync(start, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [start] : [];
  const entries = readdirSync(start, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.sort();
}
