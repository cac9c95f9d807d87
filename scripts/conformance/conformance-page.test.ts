import { describe, expect, it } from 'vitest';
import { deviations, type Deviation } from '../../docs/spec/deviations.ts';
import { sections } from '../../docs/spec/statements.ts';
import { conformancePage, proofsOf, tagsIn } from './conformance-page.ts';
import { judgeOpen, readStillOpen } from './open-statements.ts';
import { fromPlaywright, fromVitest, type TestResult } from './test-results.ts';

const deviation: Deviation = {
  title: 'Fewer retries',
  statements: ['9.2'],
  quote: 'Retries 3',
  instead: 'It retries once.',
  reason: 'Once is enough.',
};
const specification = {
  sections: [
    { number: 9, title: 'Limits', statements: { '9.1': 'Polls every 20 min.', '9.2': 'Retries 3 | 4 times.' } },
  ],
  deviations: [deviation],
};

function result(title: string, outcome: TestResult['outcome'] = 'passed', file = 'a.test.ts'): TestResult {
  return { file, title, outcome };
}

describe('the statements', () => {
  it('are numbered without gaps inside their section', () => {
    for (const { number, statements } of sections) {
      expect(Object.keys(statements)).toEqual(Object.keys(statements).map((_, index) => `${number}.${index + 1}`));
    }
  });
});

describe('the deviations', () => {
  const statements = new Map(sections.flatMap((section) => Object.entries(section.statements)));

  it.each(deviations.map((each) => [each.title, each] as const))('%s: quotes a statement that exists', (_, each) => {
    expect(statements.get(each.statements[0])).toContain(each.quote);
    expect(each.statements.filter((id) => !statements.has(id))).toEqual([]);
  });

  it('are told once each, with what is done instead and why', () => {
    expect(new Set(deviations.map(({ title }) => title)).size).toBe(deviations.length);
    for (const { title, instead, reason } of deviations) {
      expect(
        [instead, reason].map((text) => /^[A-Z].*\.$/.test(text)),
        title,
      ).toEqual([true, true]);
    }
  });

  it('begin with consent', () => {
    expect(deviations[0]?.title).toBe('Consent comes first');
  });
});

describe('proofs', () => {
  it('reads several tags and several numbers in one tag', () => {
    expect(tagsIn('[SPEC 9.1] and [SPEC 2.3, 4.5] hold')).toEqual(['9.1', '2.3', '4.5']);
  });

  it('counts only tests that passed', () => {
    const results = [result('[SPEC 9.1] polls'), result('[SPEC 9.2] x', 'failed'), result('[SPEC 9.2] y', 'skipped')];
    const { proofs, mistakes } = proofsOf(specification.sections, results);
    expect([...proofs.keys()]).toEqual(['9.1']);
    expect(mistakes).toEqual([]);
  });

  it('names the number of a call on a test of the contract, which makes no calls', () => {
    const call = { number: 7, title: 'Calls', statements: { '7.9': 'Call auth/login.' } };
    const file = 'packages/contract/src/registry.test.ts';
    const { mistakes } = proofsOf([call], [result('[SPEC 7.9] login', 'passed', file), result('[SPEC 7.9] login')]);
    expect(mistakes).toEqual([expect.stringContaining('[SPEC 7.9], a call')]);
  });

  it('names a statement that only the full run would prove', () => {
    const { proofs, mistakes } = proofsOf(specification.sections, [{ ...result('[SPEC 9.1] polls'), full: true }]);
    expect(proofs.size).toBe(0);
    expect(mistakes).toEqual([expect.stringContaining('left to npm run test:full')]);
  });

  it('names a tag without such a statement, and a section alone', () => {
    const { mistakes } = proofsOf(specification.sections, [result('[SPEC 9.99] x'), result('[SPEC 9] y')]);
    expect(mistakes).toHaveLength(2);
    expect(mistakes[0]).toContain('[SPEC 9.99]');
  });
});

function problemsOf(proved: string[], stillOpen: string[]) {
  return judgeOpen(specification.sections, new Map(proved.map((id) => [id, true])), stillOpen);
}

describe('what is still open', () => {
  it('is refused unless it is in the list', () => {
    expect(problemsOf(['9.1'], []).unproved).toEqual(['9.2']);
    expect(problemsOf([], ['9.1']).unproved).toEqual(['9.2']);
    expect(problemsOf(['9.1'], ['9.2']).unproved).toEqual([]);
    expect(problemsOf(['9.1', '9.2'], []).unproved).toEqual([]);
  });

  it('leaves the list once it is proved', () => {
    expect(problemsOf(['9.1'], ['9.1', '9.2']).remaining).toEqual(['9.2']);
  });

  it('is named by numbers that exist, each once', () => {
    const known = sections.flatMap(({ statements }) => Object.keys(statements));
    const listed = readStillOpen();
    expect(listed).toEqual(known.filter((id) => listed.includes(id)));
  });
});

describe('the page', () => {
  it('lists the tests of a statement in a fixed order, and what is open', () => {
    const one = [result('[SPEC 9.1] polls', 'passed', 'b.test.ts'), result('[SPEC 9.1] polls', 'passed', 'a.test.ts')];
    const page = conformancePage(specification, one);
    expect(page).toContain('**1 of 2 proved.**');
    expect(page).toContain('| 9.1 | Polls every 20 min. | `a.test.ts` polls<br>`b.test.ts` polls |');
    expect(page).toContain('| 9.2 | Retries 3 \\| 4 times. *(deviation)* | open |');
    expect(page).toContain(
      '### Fewer retries\n\n> Retries 3\n\nStatement 9.2. It retries once.\n\n*Why:* Once is enough.',
    );
    expect(page.indexOf('## Deviations')).toBeLessThan(page.indexOf('## 9. Limits'));
    expect(conformancePage(specification, one.toReversed())).toBe(page);
  });
});

describe('results', () => {
  it('takes a file that vitest could not run as one failure', () => {
    const report = { testResults: [{ name: '/x/a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(fromVitest(report).map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  it('knows what is left to the full run', () => {
    const test = { ancestorTitles: [], title: 't', status: 'skipped', tags: ['full'] };
    const [skipped] = fromVitest({ testResults: [{ name: '/x/a', status: 'passed', assertionResults: [test] }] });
    expect(skipped).toMatchObject({ outcome: 'skipped', full: true });
    const spec = { title: 't', file: 'a', tags: ['full'], tests: [{ status: 'expected' }] };
    const suites = [{ title: 'a', file: 'a', specs: [spec] }];
    expect(fromPlaywright({ config: { rootDir: '/x' }, suites, errors: [] })).toMatchObject([{ full: true }]);
  });

  it('takes a journey as passed whose second try passed, and keeps what the first said', () => {
    const results = [{ error: { message: 'not visible' } }, {}];
    const spec = { title: 'signs in', file: 'a.spec.ts', tests: [{ status: 'flaky', results }] };
    const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec] }];
    expect(fromPlaywright({ config: { rootDir: '/x' }, suites, errors: [] })[0]).toMatchObject({
      title: 'signs in',
      outcome: 'passed',
      error: 'not visible',
    });
  });
});
