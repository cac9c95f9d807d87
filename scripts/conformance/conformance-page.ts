import type { Section } from '../../docs/spec/section.ts';
import type { TestResult } from './test-results.ts';

interface Specification {
  sections: readonly Section[];
  deviations: Readonly<Record<string, string>>;
}

/** Which tests prove which statement. Only a passed test proves; an unknown number is a mistake in a title. */
export function proofsOf(sections: readonly Section[], results: readonly TestResult[]) {
  const known = new Set(sections.flatMap(({ statements }) => Object.keys(statements)));
  const proofs = new Map<string, TestResult[]>();
  const mistakes: string[] = [];
  for (const result of results) {
    for (const id of tagsIn(result.title)) {
      if (!known.has(id)) mistakes.push(`${result.file}: "${result.title}" names [SPEC ${id}], which does not exist.`);
      else if (result.outcome === 'passed') proofs.set(id, [...(proofs.get(id) ?? []), result]);
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
    ...Object.entries(deviations).map(([id, reason]) => `- **${id}** ${reason}`),
    ...sections.flatMap((section) => sectionLines(section, proofs, deviations)),
    '',
  ].join('\n');
}

function sectionLines(
  { number, title, statements }: Section,
  proofs: ReadonlyMap<string, TestResult[]>,
  deviations: Specification['deviations'],
): string[] {
  const rows = Object.entries(statements).map(([id, statement]) => {
    const tests = (proofs.get(id) ?? []).map(({ file, title }) => `\`${file}\` ${withoutTags(title)}`);
    const note = id in deviations ? ' *(deviation)*' : '';
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
