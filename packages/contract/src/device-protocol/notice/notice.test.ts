import { describe, expect, it } from 'vitest';
import { capabilities } from '../../core/access/capabilities.ts';
import { groundInput, groundNotStated, legalBasisNames, purposeNames, type Ground } from '../../shared/ground.ts';
import { capabilityWords, noticeHash, noticeLanguages, noticeText, noticeVersion } from './notice.ts';

const minor: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: '2030-06-01',
};

describe('the notice', () => {
  it('lists every capability in the words the person reads, for minors too', () => {
    for (const { title, shares } of Object.values(capabilities)) {
      expect(noticeText()).toContain(`${title}: ${shares}`);
      expect(noticeText(minor)).toContain(`${title}: `);
    }
  });

  it('says for what and on which legal basis, each in other words', () => {
    const grounds = purposeNames.flatMap((purpose) =>
      legalBasisNames.flatMap((legalBasis) => {
        const adult = { purpose, purposeText: '', legalBasis, guardian: null };
        return [adult, { ...adult, guardian: 'Ines Berg' }];
      }),
    );
    expect(new Set(grounds.map((ground) => noticeText(ground))).size).toBe(grounds.length);
    expect(noticeText({ ...groundNotStated, purposeText: 'A loan for the trip' })).toContain(
      'Purpose: A loan for the trip',
    );
  });

  it('names the guardian of a minor, in simple words, and not the day of the review, which moves', () => {
    expect(noticeText(minor)).toContain('Ines Berg knows about this.');
    expect(noticeText(minor)).not.toContain('supervised');
    expect(noticeText(minor)).not.toContain('2030');
  });

  it('keeps its version and its words together: whoever changes the words raises the version', async () => {
    expect({ version: noticeVersion, plain: await noticeHash(), simple: await noticeHash(minor) }).toEqual({
      version: 2,
      plain: 'f2ba02af63249b0327d5262a9062bf6da982dd70a69fc158e39cba9d90631560',
      simple: '507b56d0f5de0a1c6674607f9dda8383c3670f503dd2a3f725322d7ae7f89cc5',
    });
    const others = noticeLanguages.map(async (language) => [language, await noticeHash(minor, language)]);
    expect(await Promise.all(others)).toMatchInlineSnapshot(`
      [
        [
          "en",
          "507b56d0f5de0a1c6674607f9dda8383c3670f503dd2a3f725322d7ae7f89cc5",
        ],
        [
          "de",
          "b910d5d3c6b92d2eed65e4ea13542dfb7150e720db885054d47d75f8acca745e",
        ],
        [
          "fr",
          "f0fbbeef14c9fa9bb71078dd0f422090e15876e2b46f38e79532d51e557260e3",
        ],
        [
          "es",
          "f949e2101fe0bb6e180cfffe13e2346666f7585f03c87b0e430b6ad63a8c537d",
        ],
      ]
    `);
  });
});

describe.each(noticeLanguages)('the notice in %s', (language) => {
  it('says everything that there is to say, to adults and to minors', () => {
    for (const ground of [groundNotStated, minor]) {
      const words = Object.values(capabilityWords(ground, language));
      expect(new Set(words.map(({ title }) => title)).size).toBe(words.length);
      for (const { title } of words) expect(noticeText(ground, language)).toMatch(new RegExp(`^${title} ?: `, 'm'));
    }
    expect(noticeText(minor, language)).toContain('Ines Berg');
    expect(noticeText(groundNotStated, language).split('\n')).toHaveLength(
      noticeText(groundNotStated).split('\n').length,
    );
    expect(noticeText(minor, language).split('\n')).toHaveLength(noticeText(minor).split('\n').length);
  });
});

describe('a ground', () => {
  it.each<[string, Partial<Ground>]>([
    ['a minor without a review', { guardian: 'Ines Berg' }],
    ['parental responsibility without a guardian', { legalBasis: 'PARENTAL' }],
    ['a text beside a purpose that says it all', { purpose: 'WORK', purposeText: 'Field service' }],
    ['a guardian without a name', { guardian: ' ', reviewOn: '2030-06-01' }],
    ['a name that would add a line to the notice', { guardian: 'Ines\nBerg', reviewOn: '2030-06-01' }],
    ['a day that does not exist', { reviewOn: '2030-02-30' }],
  ])('is refused with %s', (_, change) => {
    expect(groundInput.safeParse(groundNotStated).success).toBe(true);
    expect(groundInput.safeParse({ ...groundNotStated, ...change }).success).toBe(false);
  });
});
