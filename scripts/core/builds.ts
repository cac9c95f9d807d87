import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { companionFolder, consoleFolder, root, termuxFolder, tool } from './paths.ts';

/** A program that Vite builds: for browsers, or as the one file for phones with Termux. */
interface Build {
  name: 'console' | 'companion' | 'termux';
  /** What it is called in messages. */
  title: string;
  folder: string;
  /** Folders of other packages that it is made from. */
  sources: readonly string[];
}

const builds: readonly Build[] = [
  {
    name: 'console',
    title: 'console',
    folder: consoleFolder,
    sources: ['packages/contract/src', 'packages/look/src'],
  },
  {
    name: 'companion',
    title: 'companion',
    folder: companionFolder,
    sources: ['packages/contract/src', 'packages/device/src/core', 'packages/device/src/words', 'packages/look/src'],
  },
  {
    name: 'termux',
    title: 'Termux companion',
    folder: termuxFolder,
    sources: [
      'packages/contract/src',
      'packages/device/src/core',
      'packages/device/src/node',
      'packages/device/src/words',
    ],
  },
];

/** What Vite reads of the package itself, and what decides which libraries and compiler options it gets. */
const ownInputs = ['src', 'index.html', 'vite.config.ts', 'vite', 'tsconfig.json', 'public', 'package.json'];
const sharedInputs = ['tsconfig.base.json', 'package-lock.json'];

/** Builds the programs whose inputs have changed since the last build. Resolves with false when one failed. */
export async function ensureBuilds(names: readonly Build['name'][] = builds.map(({ name }) => name)): Promise<boolean> {
  for (const build of builds) if (names.includes(build.name) && !(await ensureBuilt(build))) return false;
  return true;
}

async function ensureBuilt({ title, folder, sources }: Build): Promise<boolean> {
  const stamp = path.join(folder, 'dist', '.inputs');
  const own = ownInputs.map((input) => path.relative(root, path.join(folder, input)));
  const wanted = hashFiles([...own, ...sources, ...sharedInputs]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  console.log(`Building the ${title}...`);
  const { runNode } = await import('./run.ts');
  // In a child process, so that the server that starts next does not keep the memory of the build.
  const built = await runNode([tool('vite/bin/vite.js'), 'build', folder, '--logLevel', 'warn'], { quiet: true });
  if (!built.ok) {
    console.error(built.output.trimEnd());
    console.error(`The ${title} could not be built.`);
    return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

/** Hashes the contents of the inputs, not their times, so that a fresh clone gives the same result. Tests are left out. */
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
