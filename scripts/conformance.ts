import { writeConformance } from './conformance/conformance.ts';
import { readResults } from './conformance/test-results.ts';

const unit = readResults('vitest');
const journeys = readResults('playwright');
if (unit === null || journeys === null) {
  console.error('There are no results yet. Run `npm test` first: the page is written from what it leaves.');
  process.exitCode = 1;
} else {
  const mistakes = writeConformance([...unit, ...journeys]);
  console.log(mistakes.length === 0 ? 'docs/conformance.md is written.' : mistakes.join('\n'));
  if (mistakes.length > 0) process.exitCode = 1;
}
