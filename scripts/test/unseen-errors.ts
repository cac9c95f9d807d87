import type { TestResult } from '../conformance/test-results.ts';

interface DeclaredErrors {
  path: string;
  errors: readonly string[];
}

/**
 * The errors that endpoints declare and that no server test has seen, one line per endpoint. It is a list to look at and no failure:
 * some of them need a broken disk or mail server. The opposite, an answer that is not declared, fails its test.
 */
export function unseenErrors(endpoints: readonly DeclaredErrors[], results: readonly TestResult[]): string[] {
  const seen = new Set(results.flatMap(({ answeredErrors = [] }) => answeredErrors));
  return endpoints.flatMap(({ path, errors }) => {
    const unseen = errors.filter((code) => !seen.has(`${path} ${code}`));
    return unseen.length === 0 ? [] : [`${path}: ${unseen.join(', ')}`];
  });
}
