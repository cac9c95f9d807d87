import { describe, expect, it } from 'vitest';
import type { Ground } from '../../shared/ground.ts';
import {
  capabilityWords,
  guardianNoticeHash,
  guardianNoticeText,
  noticeLanguages,
  noticeText,
  noticeVersion,
} from './notice.ts';
import { registerFurtherNotices } from './further-notices.ts';

registerFurtherNotices();

const ground: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: '2030-06-01',
};

describe('the notice that a guardian signs', () => {
  it.each(noticeLanguages)(
    'says what is shared in the words for adults, and that the guardian decides: %s',
    (language) => {
      const text = guardianNoticeText(ground, language, ['LOCATION', 'CONTACTS']);
      const { LOCATION, CONTACTS, SMS } = capabilityWords({ guardian: null }, language);
      expect(text).toContain(LOCATION.shares);
      expect(text).toContain(CONTACTS.shares);
      expect(text).not.toContain(SMS.shares);
      const [introduction, , basis] = text.split('\n');
      const [forAdult, , basisOfAdult] = noticeText({ ...ground, guardian: null }, language).split('\n');
      expect(introduction).not.toBe(forAdult);
      expect(basis).not.toBe(basisOfAdult);
    },
  );

  it('is about the ground, and says no name, which the signature has', () => {
    expect(guardianNoticeText(ground)).toContain('Purpose: This is a school device.');
    expect(guardianNoticeText(ground)).not.toContain('Ines');
    expect(guardianNoticeText({ ...ground, legalBasis: 'CONSENT' })).toContain('Your consent.');
    expect(guardianNoticeText({ ...ground, purpose: 'OTHER', purposeText: '$& a trip' })).toContain(
      'Purpose: $& a trip',
    );
  });

  it('keeps its version and its words together: whoever changes the words raises the version', async () => {
    const hashes = await Promise.all(noticeLanguages.map((language) => guardianNoticeHash(ground, language)));
    expect([noticeVersion, ...hashes]).toMatchInlineSnapshot(`
      [
        3,
        "8abe99fae0a6d8f9c10906b8a34529dbc17bec32d671f132e83d46408a6bbf5a",
        "695db67552d2046aded4b2b6c9b760697af0f764e834771cf4217c38469eb8e2",
        "e708ae67336ba96b0c89dca419575b7f9a33840dddfb9a990f6ce9305b357fbf",
        "7c9000129b16b156a746b6a26ecc237cb95088dcf37c1fe26faad209f681bb4a",
        "c6adf1c452f716b7b48981ac1e70c85ce3d9401c4bc6884bf6bd41bb9a875984",
        "1c63d1b4943754375cc9f04ac1d433773408d67d27daabd914b1e2e3cc3db022",
        "888dbd6d64e8558d5d6d8a7ee16299782cae443ddcd1b2b9974ebfa483dfea3a",
        "1754b96b98e74e232fba438274914b7dafba4171b64ed39186cdc37f2d77ea6e",
      ]
    `);
  });
});
