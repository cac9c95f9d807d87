import type { Deviation } from '../../docs/spec/deviations.ts';
import type { Section } from '../../docs/spec/section.ts';
import type { TestResult } from './test-results.ts';

interface Specification {
  sections: readonly Section[];
  deviations: readonly Deviation[];
}

/**
 * Which tests prove which statement. Only a passed test proves. Mistakes in titles are an unknown number, and the number of a
 * call on a test of the contract, which makes no calls.
 */
export function proofsOf(sections: readonly Section[], results: readonly TestResult[]) {
  const known = new Map(sections.flatMap(({ statements }) => Object.entries(statements)));
  const proofs = new Map<string, TestResult[]>();
  const mistakes: string[] = [];
  for (const result of results) {
    for (const id of tagsIn(result.title)) {
      const statement = known.get(id);
      const names = `${result.file}: "${result.title}" names [SPEC ${id}]`;
      if (statement === undefined) mistakes.push(`${names}, which does not exist.`);
      else if (result.full)
        mistakes.push(`${names}, but is left to npm run test:full: npm test proves every statement.`);
      else if (statement.startsWith('Call ') && result.file.startsWith('packages/contract/')) {
        mistakes.push(`${names}, a call, and the tests of the contract make none.`);
      } else if (result.outcome === 'passed') proofs.set(id, [...(proofs.get(id) ?? []), result]);
    }
  }
  return { proofs, mistakes };
}

/** `[SPEC 9.7]`, `[SPEC 9.7, 9.8]` and several such tags in one title. */
export function tagsIn(title: string): string[] {
  const tags = title.matchAll(/\[SPEC ([^\]]*)\]/g);
  return [...tags].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}

/** The page docs/conformance.md, the same for the same results: without times and in a fixed order. */
export function conformancePage(specification: Specification, results: readonly TestResult[]): string {
  const { sections, deviations } = specification;
  const { proofs } = proofsOf(sections, results);
  const total = sections.reduce((sum, { statements }) => sum + Object.keys(statements).length, 0);
  return [
    '# Conformance',
    '',
    'Each statement of the specification with the tests that prove it. Written by `npm run conformance` from the results',
    'of the last `npm test`; do not edit by hand.',
    '',
    `**${proofs.size} of ${total} proved.**`,
    '',
    '## Deviations',
    '',
    'Where the product does something else than the specification says, and why.',
    ...deviations.flatMap(deviationLines),
    ...sections.flatMap((section) => sectionLines(section, proofs, deviations)),
    '',
  ].join('\n');
}

function deviationLines({ title, statements, quote, instead, reason }: Deviation): string[] {
  const numbers = `${statements.length === 1 ? 'Statement' : 'Statements'} ${statements.join(', ')}.`;
  return ['', `### ${title}`, '', `> ${quote}`, '', `${numbers} ${instead}`, '', `*Why:* ${reason}`];
}

function sectionLines(
  { number, title, statements }: Section,
  proofs: ReadonlyMap<string, TestResult[]>,
  deviations: Specification['deviations'],
): string[] {
  const deviating = new Set(deviations.flatMap((deviation) => deviation.statements));
  const rows = Object.entries(statements).map(([id, statement]) => {
    const tests = (proofs.get(id) ?? []).map(({ file, title }) => `\`${file}\` ${withoutTags(title)}`);
    const note = deviating.has(id) ? ' *(deviation)*' : '';
    return `| ${id} | ${cell(statement)}${note} | ${tests.length === 0 ? 'open' : sorted(tests).map(cell).join('<br>')} |`;
  });
  const proved = Object.keys(statements).filter((id) => proofs.has(id)).length;
  return [
    '',
    `## ${number}. ${title}`,
    '',
    `${proved} of ${rows.length} proved.`,
    '',
    '| | statement | proved by |',
    '|---|---|---|',
    ...rows,
  ];
}

/** By code unit, not by the locale of the machine; a title that a table of cases repeats is listed once. */
function sorted(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort();
}

function withoutTags(title: string): string {
  return title.replaceAll(/\[SPEC [^\]]*\]\s*/g, '').trim();
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
