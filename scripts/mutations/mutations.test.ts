import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VitestReport } from '../conformance/test-results.ts';
import { root } from '../core/paths.ts';
import { mutate, testFilesOf, verdictOf } from './mutate.ts';
import { mutations } from './mutations.ts';

const test = (title: string, status: string) => ({ ancestorTitles: [], title, status });
const about = (...testResults: VitestReport['testResults']) => verdictOf({ testResults }, ['src/limit.test.ts']);

describe('the seeded faults', () => {
  it('are thirty, each with a name of its own', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(30);
    expect(mutations).toHaveLength(30);
  });

  it.each(mutations)('$name: has its place in the code, and tests near it', (mutation) => {
    const text = readFileSync(path.join(root, mutation.file), 'utf8');
    expect(mutate(text, mutation)).not.toBe(text);
    expect(testFilesOf(mutation).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('a fault', () => {
  const fault = { name: 'off by one', file: 'limit.ts', project: 'contract', tests: ['limit.test.ts'] } as const;
  const offByOne = { ...fault, find: 'a < b', replace: 'a <= $& b' };

  it('replaces what stands once in a file, as it is written', () => {
    expect(mutate('if (a < b) stop();', offByOne)).toBe('if (a <= $& b) stop();');
  });

  it('is refused where the code does not have its place, or has it twice', () => {
    expect(() => mutate('if (a > b) stop();', offByOne)).toThrow('limit.ts has this 0 times instead of once: a < b');
    expect(() => mutate('a < b && a < b', offByOne)).toThrow('2 times');
  });
});

describe('the verdict about a run', () => {
  it('names the tests that failed, and counts those that passed', () => {
    const assertionResults = [test('holds', 'passed'), test('ends', 'failed'), test('later', 'skipped')];
    const file = { name: '/copy/src/limit.test.ts', status: 'failed', message: '', assertionResults };
    expect(about(file)).toEqual({ passed: 1, failed: ['ends'] });
  });

  it('names a file that failed without a failed test', () => {
    const file = { name: '/copy/src/limit.test.ts', status: 'failed', assertionResults: [test('holds', 'skipped')] };
    expect(about({ ...file, message: 'no such module' })).toEqual({ passed: 0, failed: ['no such module'] });
    expect(about(file)).toEqual({ passed: 0, failed: ['/copy/src/limit.test.ts'] });
  });

  it('is about its own files alone', () => {
    const other = { name: '/copy/src/off-limit.test.ts', status: 'failed', assertionResults: [test('ends', 'failed')] };
    expect(about(other)).toEqual({ passed: 0, failed: [] });
  });
});
