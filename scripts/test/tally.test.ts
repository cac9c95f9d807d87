import { expect, it } from 'vitest';
import { failureLines, sum, summaryLine, tallyOf, tallyOfStep, tallyOfSummary } from './tally.ts';

const passed = { file: 'a', title: 't', outcome: 'passed' as const };
const failed = { file: 'a', title: 't', outcome: 'failed' as const };
const skipped = { file: 'a', title: 't', outcome: 'skipped' as const };

it('adds runners and steps up to the last line', () => {
  const total = sum([tallyOf([passed, passed, failed], false), tallyOfStep(true), tallyOfStep(false)]);
  expect(summaryLine(total)).toBe('3 passed, 2 failed');
  expect(summaryLine(sum([total, tallyOf([skipped], true)]))).toBe('3 passed, 2 failed, 1 skipped');
});

it('does not count what is left to the full run, but what that run skips', () => {
  expect(tallyOf([passed, { ...skipped, full: true }], true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(tallyOf([skipped, { ...passed, full: true }], true)).toEqual({ passed: 1, failed: 0, skipped: 1 });
});

it('counts a runner that crashed, with or without results, as one failure', () => {
  expect(tallyOf(null, false).failed).toBe(1);
  expect(tallyOf(null, true).failed).toBe(1);
  expect(tallyOf([passed], false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

it('names the tests that failed, with the first lines of what they said', () => {
  expect(failureLines([passed, failed, skipped])).toEqual(['failed: a > t', '  alone: npx vitest run a']);
  expect(failureLines([{ ...failed, file: 'e2e/b' }])[1]).toBe('  alone: npx playwright test -c e2e e2e/b');
  const error = ['\u001B[31mexpected 1', '', ...Array.from({ length: 30 }, () => 'at a line')].join('\n');
  expect(failureLines([{ ...failed, error }]).slice(0, 3)).toEqual(['failed: a > t', '  expected 1', '  at a line']);
  expect(failureLines([{ ...failed, error }])).toHaveLength(14);
  expect(failureLines(null)).toEqual([]);
});

it('counts a test that passed at its second try, and names it', () => {
  const results = [{ ...passed, error: 'expected 1' }, passed];
  expect(tallyOf(results, true)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  expect(failureLines(results)).toEqual([
    'passed at the second try: a > t',
    '  expected 1',
    '  alone: npx vitest run a',
  ]);
});

it('reads the last line of a run, and takes one without it for a failure', () => {
  const output = 'a line\n7 passed, 1 failed\n\u001B[32m12 passed, 3 failed, 4 skipped\u001B[0m\n';
  expect(tallyOfSummary(output)).toEqual({ passed: 12, failed: 3, skipped: 4 });
  expect(tallyOfSummary('0 passed, 0 failed, skipped: haproxy missing\n')).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
  expect(tallyOfSummary('7 passed, 1 failed\nKilled\n')).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(tallyOfSummary('')).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
