import { accessActions, featureTitles, levelTitles } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import texts from '../../../shared/admin-accounts/access.texts.json';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { accessActionText, factsText } from './access-log-words.ts';

addTexts('access', texts);

describe('an entry of the access log', () => {
  it('describes its facts in words', () => {
    expect(factsText({ CONTACTS: 'READ_ONLY', SMS_READ: 'NO_ACCESS' })).toBe(
      'Contacts: Read Only, Text Messages: No Access',
    );
    expect(factsText({ adminStatus: 'ADMIN', reportsTo: 'ada' })).toBe('Admin, Reports to ada');
    expect(factsText({ devices: 2, assigned: ['3 Pixel', '4 iPhone'] })).toBe('2 devices, added: 3 Pixel, 4 iPhone');
    expect(factsText({ twoFactor: 'on', passkeys: ['Laptop', 'Phone'] })).toBe(
      'Two-factor on, Passkeys: Laptop, Phone',
    );
    expect(factsText({ passkeys: [] })).toBe('Passkeys: none');
    expect(factsText({ recoveryCodes: 'renewed' })).toBe('Recovery codes renewed');
    expect(factsText({ later: 'x' })).toBe('later: x');
    expect(factsText({})).toBe('');
  });

  it('uses the same words for areas and levels as the error messages of the server', () => {
    expect(texts.feature).toEqual(featureTitles);
    expect(texts.level).toEqual(levelTitles);
  });

  it.each(accessActions)('has a word for %s', (action) => {
    expect(accessActionText(action)).not.toContain('log.action');
  });
});
