import type { VitestReport } from '../conformance/test-results.ts';

/** A seeded fault: what stands once in a file is replaced by something that is wrong, and tests must fail. */
export interface Mutation {
  /** Says what is wrong then, after the area. */
  name: string;
  /** From the top of the repository. */
  file: string;
  find: string;
  replace: string;
  /** The Vitest project of the tests. */
  project: 'contract' | 'server' | 'console' | 'companion' | 'device' | 'termux';
  /** The test files that are to catch it, from the folder of the project's sources. */
  tests: readonly string[];
}

/** The test files of a mutation from the top of the repository, which Vitest takes as filters. */
export function testFilesOf({ project, tests }: Mutation): string[] {
  return tests.map((file) => `packages/${project}/src/${file}`);
}

/** Returns the text with the fault in it. Throws unless what it replaces stands exactly once in the text. */
export function mutate(text: string, { file, find, replace }: Mutation): string {
  const [before = '', ...after] = text.split(find);
  if (after.length !== 1) throw new Error(`${file} has this ${after.length} times instead of once: ${find}`);
  return `${before}${replace}${after[0]}`;
}

/** What a run of tests says. */
export interface Verdict {
  passed: number;
  /** The titles of the failed tests, and of files that failed as a whole. */
  failed: string[];
}

/** Reads the report about these files. A file can fail without a failed test: when it cannot be imported, or in a hook. */
export function verdictOf({ testResults }: VitestReport, files: readonly string[]): Verdict {
  const own = testResults.filter(({ name }) => files.some((file) => name.replaceAll('\\', '/').endsWith(`/${file}`)));
  const tests = own.flatMap(({ assertionResults }) => assertionResults);
  const failed = own
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title);
      return titles.length > 0 ? titles : [message || name];
    });
  return { passed: tests.filter(({ status }) => status === 'passed').length, failed };
}
