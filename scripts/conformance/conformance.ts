import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deviations, sections } from '../../docs/spec/statements.ts';
import { root } from '../core/paths.ts';
import { conformancePage, proofsOf } from './conformance-page.ts';
import type { TestResult } from './test-results.ts';

const page = path.join(root, 'docs', 'conformance.md');

/** What keeps the committed page from being true; empty when nothing does. */
export function conformanceProblems(results: readonly TestResult[]): string[] {
  const { mistakes } = proofsOf(sections, results);
  if (mistakes.length > 0) return mistakes;
  const committed = existsSync(page) ? readFileSync(page, 'utf8') : '';
  if (committed === conformancePage({ sections, deviations }, results)) return [];
  return ['docs/conformance.md does not fit these tests. Write it with: npm run conformance'];
}

/** Writes the page, unless a title names a statement that does not exist. */
export function writeConformance(results: readonly TestResult[]): string[] {
  const { mistakes } = proofsOf(sections, results);
  if (mistakes.length === 0) writeFileSync(page, conformancePage({ sections, deviations }, results));
  return mistakes;
}
