import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/core/paths.ts';
import type { Bench } from '../core/bench.ts';
import { serve } from '../core/process.ts';
import { median, printTable, ratio } from '../core/table.ts';

const runs = 3;
const limitSeconds = 40;
const run = promisify(execFile);

/** The PATH of somebody who has only cloned: without the tools that are installed here. */
const env = { PATH: pathWithout(path.join(root, 'node_modules')) };

/** From `git clone` of what is committed here to the console's first page. */
export const freshStartBench: Bench = {
  about: `fresh clone to the first 200 of the page, ${runs} runs; limit ${limitSeconds} s on two cores`,
  async run() {
    // Fills npm's cache, so that the runs do not depend on how fast the first one could download.
    await inClone(installAll);
    const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let turn = 0; turn < runs; turn += 1) {
      times.bare.push(await inClone(installAll));
      times.ours.push(await inClone(firstPage));
    }
    printTable([
      line('git clone && npm start, to the page', times.ours, times.bare),
      line('git clone && npm ci of everything', times.bare, times.bare),
    ]);
  },
};

/** Clones, does the work in the clone and returns the seconds that both took. */
async function inClone(work: (folder: string) => Promise<() => Promise<void>>): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairwatch-clone-'));
  // PostgreSQL runs as another user when we are root, and must reach its folder.
  await chmod(folder, 0o755);
  try {
    const started = performance.now();
    await run('git', ['clone', '--quiet', root, folder]);
    const stop = await work(folder);
    const seconds = (performance.now() - started) / 1000;
    await stop();
    return seconds;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

async function installAll(folder: string): Promise<() => Promise<void>> {
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return () => Promise.resolve();
}

async function firstPage(folder: string): Promise<() => Promise<void>> {
  const { stop } = await serve({
    file: 'npm',
    args: ['start', '--silent'],
    cwd: folder,
    env: { ...env, DATA_DIR: path.join(folder, 'data') },
    probe: '/',
    withinMs: 600_000,
  });
  return stop;
}

function pathWithout(folder: string): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.filter((entry) => !entry.startsWith(folder)).join(path.delimiter);
}

function line(what: string, times: readonly number[], bare: readonly number[]) {
  return {
    what,
    'median s': median(times).toFixed(1),
    'worst s': Math.max(...times).toFixed(1),
    'against bare': ratio(median(times), median(bare)),
  };
}
