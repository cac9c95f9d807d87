import { describe, expect, it } from 'vitest';
import { capabilities } from './capabilities.ts';
import { groundInput, groundNotStated, legalBasisNames, purposeNames, type Ground } from './ground.ts';
import { noticeHash, noticeText, noticeVersion } from './notice.ts';

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
