/**
 * `npm test`: checks, unit and integration tests, builds, bundle budget, journeys, conformance page. With `--full` it also runs what is
 * tagged `full`: tests about size, time and faults.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endpoints } from '../packages/contract/src/index.ts';
import { checkBudget } from './budget/check-budget.ts';
import { runChecks } from './checks/checks.ts';
import { conformanceProblems } from './conformance/conformance.ts';
import { readResults, resultFiles } from './conformance/test-results.ts';
import { ensureBuilds } from './core/builds.ts';
import { journeysData, resultsFolder, tool } from './core/paths.ts';
import { runNode } from './core/run.ts';
import { unseenErrors } from './test/unseen-errors.ts';
import { recordDurations } from './test/durations.ts';
import { failureLines, sum, summaryLine, type Tally, tallyOf, tallyOfStep } from './test/tally.ts';

const parts = ['check', 'unit', 'journeys'] as const;
const { only, full, record } = readOptions();
const runnerTimeoutMs = (full ? 30 : 20) * 60_000;
/** How much more the tests that take a number do in a full run. */
const fullRun = { FULL_RUN: '1', FUZZ_INPUTS: '30000', FAULT_KILLS: '5' };

const tallies: Tally[] = [];
const failures: string[] = [];
try {
  await runStages();
} catch (error) {
  // The last line is the summary, even after an error.
  console.error(error);
  tallies.push(tallyOfStep(false));
}
const total = sum(tallies);
if (record) recordDurations();
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
for (const line of [...failures, summaryLine(total)]) console.log(line);

async function runStages(): Promise<void> {
  // Checks and builds run beside the unit tests, which often wait for a database or a deadline. The journeys run afterwards: together
  // with the unit tests they would take longer than one after the other.
  const checking = wanted('check') ? check() : undefined;
  const preparing = wanted('journeys') ? prepareJourneys() : undefined;
  if (wanted('unit')) await unitTests();
  const typesFit = await checking;
  const built = await preparing;
  // Journeys through code that does not compile would only repeat the same errors.
  if (typesFit === false) return;
  if (built !== undefined) await journeys(built);
  if (only === undefined) conformance();
}

/** Resolves with false when the types do not fit. */
async function check(): Promise<boolean> {
  // The search for unused code takes as long as a hundred tests, and finds nothing that could break one.
  const checks = await runChecks(full ? {} : { leftOut: 'unused' });
  tallies.push(...checks.map(({ ok }) => tallyOfStep(ok)));
  return !checks.some(({ name, ok }) => name === 'types' && !ok);
}

async function unitTests(): Promise<void> {
  const reporters = ['minimal', 'scripts/test/progress-reporter.ts', 'json'].map((name) => `--reporter=${name}`);
  const results = [`--outputFile.json=${resultFiles.vitest}`, '--retry=1', ...(full ? [] : ['--tagsFilter=!full'])];
  await runner('vitest', [tool('vitest/vitest.mjs'), 'run', ...reporters, ...results]);
  if (!full) return;
  const unseen = unseenErrors(endpoints, readResults('vitest') ?? []);
  if (unseen.length > 0) console.log(`\nErrors that are declared and that no test has seen:\n${unseen.join('\n')}`);
}

/** Resolves with false when a build failed. A browser that cannot be installed is reported by the journeys themselves. */
async function prepareJourneys(): Promise<boolean> {
  const [built] = await Promise.all([
    ensureBuilds(),
    runNode(['e2e/src/prepare-browser.ts'], { quiet: true }),
    prepareData(),
  ]);
  return built;
}

/** Where it fails, the journeys' servers start from nothing, and say what is wrong. */
async function prepareData(): Promise<void> {
  const { ok } = await runNode(['e2e/src/prepare-data.ts'], { quiet: true });
  if (ok) process.env['JOURNEYS_DATA'] = journeysData;
}

async function journeys(built: boolean): Promise<void> {
  tallies.push(tallyOfStep(built));
  if (!built) return;
  tallies.push(tallyOfStep(checkBudget('too heavy')));
  const left = full ? [] : ['--grep-invert', '@full'];
  await runner('playwright', [tool('@playwright/test/cli.js'), 'test', '-c', 'e2e', '--retries=1', ...left]);
}

async function runner(name: keyof typeof resultFiles, command: readonly string[]): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true });
  rmSync(resultFiles[name], { force: true });
  const env = { JOURNEYS_JSON: resultFiles.playwright, ...(full ? fullRun : { LOOKS_ON_THE_WAY: 'off' }) };
  const { ok } = await runNode(command, { env, timeoutMs: runnerTimeoutMs });
  const results = readResults(name);
  if (results === null) console.log(`${name} ended without results.`);
  tallies.push(tallyOf(results, ok));
  failures.push(...failureLines(results));
}

/** Only meaningful when every test passed: a failed one proves nothing and would look like a change of the page. */
function conformance(): void {
  if (sum(tallies).failed > 0) {
    console.log('not compared: there are failed tests');
    return;
  }
  const problems = conformanceProblems([...(readResults('vitest') ?? []), ...(readResults('playwright') ?? [])]);
  console.log(problems.length === 0 ? 'docs/conformance.md is true' : problems.join('\n'));
  tallies.push(tallyOfStep(problems.length === 0));
}

function wanted(part: (typeof parts)[number]): boolean {
  return only === undefined || only === part;
}

function readOptions() {
  const options = { only: { type: 'string' }, full: { type: 'boolean' }, record: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  const part = parts.find((name) => name === values.only);
  if (values.only !== undefined && part === undefined) {
    console.error(`--only takes one of: ${parts.join(', ')}`);
    process.exit(1);
  }
  return { only: part, full: values.full ?? false, record: values.record ?? false };
}
