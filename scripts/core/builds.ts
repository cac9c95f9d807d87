import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { companionFolder, consoleFolder, root, termuxFolder, tool } from './paths.ts';

/** A program that Vite builds: for browsers, or as the one file for phones with Termux. */
interface Build {
  /** What it is called in messages. */
  title: string;
  folder: string;
  /** Folders of other packages that it is made from. */
  sources: readonly string[];
  /** Given to those that end before the longest one anyway: they leave the processor to it, and to the database. */
  nice?: number;
}

const builds: readonly Build[] = [
  {
    title: 'console',
    folder: consoleFolder,
    sources: ['packages/contract/src', 'packages/look/src'],
  },
  {
    title: 'companion',
    nice: 5,
    folder: companionFolder,
    sources: ['packages/contract/src', 'packages/device/src/core', 'packages/device/src/words', 'packages/look/src'],
  },
  {
    title: 'Termux companion',
    nice: 5,
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
export async function ensureBuilds(): Promise<boolean> {
  const waiting = builds.values();
  const lane = async () => {
    for (const build of waiting) if (!(await ensureBuilt(build))) return false;
    return true;
  };
  // Two at a time: the console takes as long as the others together, and a small machine has memory for two.
  const lanes = await Promise.all([lane(), lane()]);
  return lanes.every(Boolean);
}

async function ensureBuilt({ title, folder, sources, nice = 0 }: Build): Promise<boolean> {
  const own = ownInputs.map((input) => path.relative(root, path.join(folder, input)));
  const wanted = hashFiles([...own, ...sources, ...sharedInputs]);
  if (readStamp(folder, '.inputs') === wanted) return true;
  console.log(`Building the ${title}...`);
  const { runNode } = await import('./run.ts');
  // In a child process, so that the server that starts next does not keep the memory of the build.
  const command = [tool('vite/bin/vite.js'), 'build', folder, '--logLevel', 'warn'];
  const { ok, output, interrupted } = await runNode(command, { quiet: true, survivesSignals: true, nice });
  if (ok) writeFileSync(path.join(folder, 'dist', '.inputs'), wanted);
  else if (!interrupted) console.error(`${output.trimEnd()}\nThe ${title} could not be built.`);
  return ok;
}

/** Compresses the builds for browsers that are not compressed yet. It may take as long as a build, and nothing has to wait for it. */
export async function compressBuilds(): Promise<void> {
  const folders = [consoleFolder, companionFolder];
  const due = folders.filter((folder) => readStamp(folder, '.compressed') !== readStamp(folder, '.inputs'));
  if (due.length === 0) return;
  const { runNode } = await import('./run.ts');
  const command = ['scripts/core/compress.ts', ...due.map((folder) => path.join(folder, 'dist'))];
  const { ok, output, interrupted } = await runNode(command, { quiet: true, survivesSignals: true });
  // The pages are larger without, but all there.
  if (!ok && !interrupted) console.error(`${output.trimEnd()}\nThe pages could not be compressed.`);
}

/** A file that says from which inputs a build was made or compressed. Each build begins by removing it with the rest. */
function readStamp(folder: string, name: string): string | null {
  const stamp = path.join(folder, 'dist', name);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
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
