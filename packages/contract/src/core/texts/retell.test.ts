import { expect, it } from 'vitest';
import { retell } from './retell.ts';
import { inLanguage, registerTexts } from './translator.ts';

const texts = {
  began: { entered: 'Entered {{zone}}', app: 'App appeared', named: '{{text}}: {{name}}' },
  files_one: '{{count, number}} file ({{names}})',
  files_other: '{{count, number}} files ({{names}})',
};
registerTexts('retell-test', texts);
registerTexts(
  'retell-test',
  {
    began: { entered: '{{zone}} betreten', app: 'App erschienen' },
    files_other: '{{count, number}} Dateien ({{names}})',
  },
  'de',
);

const german = (stored: string) =>
  inLanguage('de', () => retell('retell-test', texts, ['began', 'files_other'], stored));

it('a stored sentence is told in the language of its reader', () => {
  expect(german('Entered School (the old one)')).toBe('School (the old one) betreten');
  expect(german('App appeared')).toBe('App erschienen');
  expect(german('1,200 files (a, b)')).toBe('1.200 Dateien (a, b)');
});

it('what no text made stays as it was stored, and English stays English', () => {
  expect(german('Left the house')).toBe('Left the house');
  expect(retell('retell-test', texts, ['began'], 'App appeared')).toBe('App appeared');
});
