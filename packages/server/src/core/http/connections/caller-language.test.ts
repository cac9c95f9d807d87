import { expect, it } from 'vitest';
import { callerLanguage } from './caller-language.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['pl, ar;q=0.3, tr;q=0.8', 'tr'],
  ['pt-PT', 'pt-BR'],
  ['fr;q=0, nl', 'nl'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the language of a caller who accepts %s is %s', (header, language) => {
  expect(callerLanguage(header)).toBe(language);
});
