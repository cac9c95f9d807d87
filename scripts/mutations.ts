/**
 * `npm run mutations [-- --only PART] [-- --in FOLDER]`: seeds one fault after the other in a copy of the repository, or of another
 * checkout, and runs the tests near it. Each is caught, survives, or says nothing: because the tests fail without it, or because the code has
 * changed and it has no place any more.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { VitestReport } from './conformance/test-results.ts';
import { root } from './core/paths.ts';
import { mutate, testFilesOf, verdictOf, type Mutation } from './mutations/mutate.ts';
import { mutations } from './mutations/mutations.ts';
import { copyTree, runTests } from './mutations/test-copy.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, in: { type: 'string', default: root } },
});
const chosen = mutations.filter(({ name }) => name.includes(values.only));
const copy = copyTree(path.resolve(values.in));
const counts = { caught: 0, SURVIVED: 0, 'NOT TRIED': 0 };
const without = await runWithoutFaults();
for (const mutation of chosen) {
  const [outcome, why] = await tryOut(mutation);
  counts[outcome] += 1;
  console.log(`${outcome.padEnd('SURVIVED'.length)} ${mutation.name}${why === '' ? '' : ` (${why})`}`);
}
const notTried = counts['NOT TRIED'];
if (counts.caught !== chosen.length || chosen.length === 0) process.exitCode = 1;
console.log(`${counts.caught} caught, ${counts.SURVIVED} survived${notTried > 0 ? `, ${notTried} not tried` : ''}`);

/** Runs all tests once as they are, by project: a test that fails anyway catches nothing. */
async function runWithoutFaults(): Promise<ReadonlyMap<string, VitestReport | null>> {
  const reports = new Map<string, VitestReport | null>();
  for (const [project, own] of Map.groupBy(chosen, ({ project }) => project)) {
    const files = new Set(own.flatMap(testFilesOf));
    reports.set(project, (await runTests(copy, project, [...files], { bail: false }))?.report ?? null);
  }
  return reports;
}

/** Resolves with the outcome, and with the test that caught the fault or why there is no verdict. */
async function tryOut(mutation: Mutation): Promise<[keyof typeof counts, string]> {
  const files = testFilesOf(mutation);
  const before = without.get(mutation.project);
  const asIs = before ? verdictOf(before, files) : null;
  if (asIs === null || asIs.passed === 0) return ['NOT TRIED', 'no test ran without it'];
  if (asIs.failed[0] !== undefined) return ['NOT TRIED', `failed without it: ${asIs.failed[0]}`];
  const file = path.join(copy, mutation.file);
  const text = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, mutate(text, mutation));
  } catch (error) {
    return ['NOT TRIED', error instanceof Error ? error.message : String(error)];
  }
  try {
    // Survival needs proof: the run ended well, with as many tests as without the fault. Any other run is repeated to its end.
    for (const bail of [true, false]) {
      const run = await runTests(copy, mutation.project, files, { bail });
      const verdict = run && verdictOf(run.report, files);
      if (verdict?.failed[0] !== undefined) return ['caught', verdict.failed[0]];
      if (run?.ok && verdict?.passed === asIs.passed) return ['SURVIVED', ''];
    }
    return ['NOT TRIED', 'not all of its tests ran'];
  } finally {
    writeFileSync(file, text);
  }
}
