import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deviations } from '../../docs/spec/deviations.ts';
import { sections } from '../../docs/spec/statements.ts';
import { root } from '../core/paths.ts';
import { conformancePage, proofsOf } from './conformance-page.ts';
import { judgeOpen, readStillOpen, writeStillOpen } from './open-statements.ts';
import type { TestResult } from './test-results.ts';

const page = path.join(root, 'docs', 'conformance.md');

/** What keeps the committed page from being true, and every statement from being proved; empty when nothing does. */
export function conformanceProblems(results: readonly TestResult[]): string[] {
  const { problems, remaining, stillOpen } = examine(results);
  if (problems.length > 0) return problems;
  const proved = stillOpen.filter((id) => !remaining.includes(id));
  if (proved.length > 0) {
    return [
      `docs/spec/still-open.json names what is proved now: ${proved.join(', ')}. Shorten it: npm run conformance`,
    ];
  }
  const committed = existsSync(page) ? readFileSync(page, 'utf8') : '';
  if (committed === conformancePage({ sections, deviations }, results)) return [];
  return ['docs/conformance.md does not fit these tests. Write it with: npm run conformance'];
}

/** Writes the page and shortens the list of what is still open, unless something is wrong with the tests. */
export function writeConformance(results: readonly TestResult[]): string[] {
  const { problems, remaining } = examine(results);
  if (problems.length > 0) return problems;
  writeFileSync(page, conformancePage({ sections, deviations }, results));
  writeStillOpen(remaining);
  return [];
}

function examine(results: readonly TestResult[]) {
  const { proofs, mistakes } = proofsOf(sections, results);
  const stillOpen = readStillOpen();
  const { unproved, remaining } = judgeOpen(sections, proofs, stillOpen);
  const problems = unproved.map(
    (id) => `[SPEC ${id}] has no test that passed, and is not in docs/spec/still-open.json.`,
  );
  return { problems: [...mistakes, ...problems], remaining, stillOpen };
}
