import { describe, expect, it } from 'vitest';
import { capabilities } from '../../core/access/capabilities.ts';
import { groundInput, groundNotStated, legalBasisNames, purposeNames, type Ground } from '../../shared/ground.ts';
import { capabilityWords, noticeHash, noticeLanguages, noticeText, noticeVersion } from './notice.ts';
import { registerFurtherNotices } from './further-notices.ts';

registerFurtherNotices();

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
      version: 3,
      plain: '5ed451ed5b65dce4ed7c2a8da7c17d6b2edf142ff954167c0e66a1c0c6be3c18',
      simple: '3aada2e37be8c726e75c0ed6b225e422d9d4f704a49a08dd07d9882834c0f794',
    });
    const others = noticeLanguages.map(async (language) => [language, await noticeHash(minor, language)]);
    expect(await Promise.all(others)).toMatchInlineSnapshot(`
      [
        [
          "en",
          "3aada2e37be8c726e75c0ed6b225e422d9d4f704a49a08dd07d9882834c0f794",
        ],
        [
          "de",
          "77d1d704426250b847adc176e9ef229546caa6e68c61cd564172fc945612a7ce",
        ],
        [
          "fr",
          "597a071b354bc9e59f2e759f4d885a7007e874f19ad9887479eb02d6c5b1dd4d",
        ],
        [
          "es",
          "1a73029b0e8a56202a0445e8e7cc898ea83eaf6d8d125b6247f0a4bbc92f9374",
        ],
        [
          "pt-BR",
          "d6b7bba2422db70c51d625a1c5701faeb36cc7260fe53e916a3d8761f813f98f",
        ],
        [
          "nl",
          "0a1a5b5ad51ace83dd1f831c37dfe613006acb3672577c4399d26117a4d1647f",
        ],
        [
          "tr",
          "bed3baaf7863384d5bb9575a4666bdf714c23c775b356521cd190c703b6ff492",
        ],
        [
          "ar",
          "60a6c579b80f49ce7532f0c8ba3cc5175de289b3bab9e8775029f11fa6432892",
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
