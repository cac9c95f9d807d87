import { expect, it } from 'vitest';
import { failureLines, sum, summaryLine, tallyOf, tallyOfStep } from './tally.ts';

const passed = { file: 'a', title: 't', outcome: 'passed' as const };
const failed = { file: 'a', title: 't', outcome: 'failed' as const };
const skipped = { file: 'a', title: 't', outcome: 'skipped' as const };

it('adds runners and steps up to the last line', () => {
  const total = sum([tallyOf([passed, passed, failed], false), tallyOfStep(true), tallyOfStep(false)]);
  expect(summaryLine(total)).toBe('3 passed, 2 failed');
  expect(summaryLine(sum([total, tallyOf([skipped], true)]))).toBe('3 passed, 2 failed, 1 skipped');
});

it('counts a runner that crashed, with or without results, as one failure', () => {
  expect(tallyOf(null, false).failed).toBe(1);
  expect(tallyOf(null, true).failed).toBe(1);
  expect(tallyOf([passed], false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

it('names the tests that failed, with the first lines of what they said', () => {
  expect(failureLines([passed, failed, skipped])).toEqual(['failed: a > t']);
  const error = ['\u001B[31mexpected 1', '', ...Array.from({ length: 30 }, () => 'at a line')].join('\n');
  expect(failureLines([{ ...failed, error }]).slice(0, 3)).toEqual(['failed: a > t', '  expected 1', '  at a line']);
  expect(failureLines([{ ...failed, error }])).toHaveLength(13);
  expect(failureLines(null)).toEqual([]);
});
