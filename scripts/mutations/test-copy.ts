import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { VitestReport } from '../conformance/test-results.ts';
import { linkModules } from '../core/link-modules.ts';
import { runNode } from '../core/run.ts';

/** Longer than the files of one project take on a slow machine. */
const timeoutMs = 30 * 60_000;

/** Copies the tracked files of a checkout, as they are there now, so that the checkout itself is never changed. It is deleted at exit. */
export function copyTree(tree: string): string {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'fairwatch-mutations-')));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: tree, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of tracked.split('\0')) {
    const source = path.join(tree, file);
    if (file !== '' && existsSync(source)) cpSync(source, path.join(copy, file));
  }
  linkModules(tree, copy);
  return copy;
}

/** Runs some test files of a project in a copy; null when Vitest left no report, because it did not start or did not end. */
export async function runTests(
  copy: string,
  project: string,
  files: readonly string[],
  { bail }: { bail: boolean },
): Promise<{ report: VitestReport; ok: boolean } | null> {
  const report = path.join(copy, '.cache', 'mutations', 'report.json');
  rmSync(report, { force: true });
  const vitest = path.join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const reporting = ['--reporter=json', `--outputFile.json=${report}`];
  const options = [...(bail ? ['--bail=1'] : []), ...(hasTags(copy) ? ['--tagsFilter=!full'] : [])];
  const env = { NODE_COMPILE_CACHE: path.join(copy, '.cache', 'compile') };
  const run = [vitest, 'run', '--project', project, ...files, ...reporting, ...options];
  const { ok, output } = await runNode(run, { cwd: copy, quiet: true, env, timeoutMs });
  if (existsSync(report)) return { report: JSON.parse(readFileSync(report, 'utf8')) as VitestReport, ok };
  console.error(output.trimEnd());
  return null;
}

/** An older version has no tags, and Vitest refuses to filter by one that is not declared. */
function hasTags(copy: string): boolean {
  return readFileSync(path.join(copy, 'vitest.config.ts'), 'utf8').includes('tags:');
}
