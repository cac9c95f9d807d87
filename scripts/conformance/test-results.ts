import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resultsFolder, root } from '../core/paths.ts';

/** How one test of a run ended. */
export interface TestResult {
  /** From the top of the repository. */
  file: string;
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Left to `npm run test:full`: not counted where it did not run. */
  full?: true;
  /** What a failed test said, or a try that failed before another passed. */
  error?: string;
  /** The errors that calls answered with in a server test, as `path code`. */
  answeredErrors?: string[];
}

export const resultFiles = {
  vitest: path.join(resultsFolder, 'vitest.json'),
  playwright: path.join(resultsFolder, 'playwright.json'),
};

export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      tags?: string[];
      failureMessages?: string[] | null;
      meta?: Pick<TestResult, 'answeredErrors'>;
    }[];
  }[];
}

interface PlaywrightTest {
  status: string;
  results?: { error?: { message?: string } }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; file: string; tags?: string[]; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** Null when the runner left no results: it crashed, or has not run. */
export function readResults(runner: keyof typeof resultFiles): TestResult[] | null {
  const file = resultFiles[runner];
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  return runner === 'vitest' ? fromVitest(JSON.parse(text)) : fromPlaywright(JSON.parse(text));
}

export function fromVitest(report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }): TestResult[] => {
    const file = path.relative(root, name);
    if (assertionResults.length === 0 && status === 'failed') {
      return [{ file, title: 'the file could not be run', outcome: 'failed', ...said(message) }];
    }
    return assertionResults.map((test) => ({
      file,
      title: [...test.ancestorTitles, test.title].join(' > '),
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      ...tagged(test.tags),
      ...said(test.failureMessages?.[0]),
      ...(test.meta?.answeredErrors && { answeredErrors: test.meta.answeredErrors }),
    }));
  });
}

function tagged(tags: readonly string[] = []): Pick<TestResult, 'full'> {
  return tags.includes('full') ? { full: true } : {};
}

function said(error: string | undefined): Pick<TestResult, 'error'> {
  return error ? { error } : {};
}

export function fromPlaywright(report: PlaywrightReport): TestResult[] {
  const outcomes: Readonly<Record<string, TestResult['outcome']>> = {
    expected: 'passed',
    flaky: 'passed',
    skipped: 'skipped',
  };
  function walk(suite: PlaywrightSuite, above: readonly string[]): TestResult[] {
    // The outermost suite of a file is named after the file.
    const titles = suite.title === suite.file ? above : [...above, suite.title];
    const own = suite.specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        file: path.relative(root, path.join(report.config.rootDir, spec.file)),
        title: [...titles, spec.title].join(' > '),
        outcome: outcomes[status] ?? 'failed',
        ...tagged(spec.tags),
        ...said(results?.find(({ error }) => error)?.error?.message),
      })),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, titles))];
  }
  return report.suites.flatMap((suite) => walk(suite, []));
}
