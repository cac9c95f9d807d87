import { stripVTControlCharacters } from 'node:util';
import type { TestResult } from '../conformance/test-results.ts';

/** Counts what a run of all stages found. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** A runner that failed without saying which test, or that left no results at all, is one failure. */
export function tallyOf(results: readonly TestResult[] | null, runnerOk: boolean): Tally {
  const count = (outcome: TestResult['outcome']) => (results ?? []).filter((test) => test.outcome === outcome).length;
  const failed = count('failed');
  const unexplained = failed === 0 && (!runnerOk || results === null) ? 1 : 0;
  const left = (results ?? []).filter(({ outcome, full }) => outcome === 'skipped' && full).length;
  return { passed: count('passed'), failed: failed + unexplained, skipped: count('skipped') - left };
}

/** So much of what a test said is told once more. */
const toldLines = 12;

/**
 * Which tests failed, or passed at their second try alone, and what they said: the last thing to be read, since all else scrolled away
 * long ago.
 */
export function failureLines(results: readonly TestResult[] | null): string[] {
  const told = (outcome: TestResult['outcome'], label: string) =>
    (results ?? []).flatMap((test) => {
      const isTold = test.outcome === outcome && (outcome === 'failed' || test.error !== undefined);
      return isTold ? [`${label}: ${test.file} > ${test.title}`].concat(saidBy(test)) : [];
    });
  return [...told('passed', 'passed at the second try'), ...told('failed', 'failed')];
}

function saidBy({ file, error = '' }: TestResult): string[] {
  const lines = stripVTControlCharacters(error).split('\n');
  const told = lines.filter((line) => line.trim() !== '').slice(0, toldLines);
  return told.concat(`alone: ${commandFor(file)}`).map((line) => `  ${line}`);
}

/** Runs the tests of one file. */
function commandFor(file: string): string {
  return file.startsWith('e2e/') ? `npx playwright test -c e2e ${file}` : `npx vitest run ${file}`;
}

/** A step that passes or fails as a whole counts as one test. */
export function tallyOfStep(ok: boolean): Tally {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** Reads the last line of `npm test` or `npm run cluster`. A run that ended without one is one failure. */
export function tallyOfSummary(output: string): Tally {
  const last = stripVTControlCharacters(output).trimEnd().split('\n').at(-1) ?? '';
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/.exec(last) ?? [];
  if (passed === undefined) return tallyOfStep(false);
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** The last line of `npm test`. */
export function summaryLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
