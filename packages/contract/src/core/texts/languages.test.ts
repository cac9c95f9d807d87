import { describe, expect, it } from 'vitest';
import { directionOf, languages, languageTags, matchLanguage } from './languages.ts';

describe('the languages', () => {
  it.each([
    [['pt'], 'pt-BR'],
    [['pt-PT', 'en'], 'pt-BR'],
    [['de-AT'], 'de'],
    [['zh'], 'en'],
    [['zh', 'fr-CA', 'de'], 'fr'],
    [['AR-eg'], 'ar'],
    [['den'], 'en'],
    [[], 'en'],
  ])('%j is read in %s', (tags, language) => {
    expect(matchLanguage(tags)).toBe(language);
  });

  it('have a tag that Intl knows, and Arabic alone runs from right to left', () => {
    expect(Intl.getCanonicalLocales([...languageTags])).toEqual(languageTags);
    expect(languageTags.filter((tag) => languages[tag].direction === 'rtl')).toEqual(['ar']);
    expect([directionOf('ar-EG'), directionOf('de-CH'), directionOf('xx')]).toEqual(['rtl', 'ltr', 'ltr']);
  });
});
