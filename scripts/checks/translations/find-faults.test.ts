import { describe, expect, it } from 'vitest';
import { owedFiles } from './english-texts.ts';
import { findFaults } from './find-faults.ts';
import type { Texts } from './text-tree.ts';

const english: Texts = {
  title: 'Devices',
  open: 'Open',
  of: { admin: 'Seen by {{admin}}' },
  rows_zero: 'No rows',
  rows_one: '{{count, number}} row',
  rows_other: '{{count, number}} rows',
  rules: ['Kept', 'Nobody else'],
};
const german: Texts = {
  title: 'Geräte',
  open: 'Öffnen',
  of: { admin: 'Für {{admin}} sichtbar' },
  rows_zero: 'Keine Zeilen',
  rows_one: '{{count, number}} Zeile',
  rows_other: '{{count, number}} Zeilen',
  rules: ['Bleibt', 'Sonst niemand'],
};

function faultsWith(change: Texts, language = 'de'): string[] {
  return findFaults({ sample: english }, { sample: { ...german, ...change } }, language).map(
    ({ kind, key }) => `${kind} ${key}`,
  );
}

describe('the texts of a language', () => {
  it('are complete with every key, placeholder, plural form and entry', () => {
    expect(faultsWith({})).toEqual([]);
  });

  it.each<[string, Texts, string[]]>([
    ['a group that lacks a text', { of: {} }, ['missing sample:of.admin']],
    ['an empty text', { title: ' ' }, ['missing sample:title']],
    ['a text that English has not', { subtitle: 'Alle' }, ['unused sample:subtitle']],
    ['another placeholder', { of: { admin: 'Für {{adnim}} sichtbar' } }, ['placeholders sample:of.admin']],
    ['a dropped placeholder', { rows_other: 'Zeilen' }, ['placeholders sample:rows_other']],
    ['a number that is not formatted', { rows_other: '{{count}} Zeilen' }, ['placeholders sample:rows_other']],
    ['a list that is shorter', { rules: ['Bleibt'] }, ['list sample:rules']],
    ['a list that became a text', { rules: 'Bleibt' }, ['list sample:rules']],
    ['a label that its button cannot show', { open: 'Dieses Gerät jetzt öffnen' }, ['too long sample:open']],
    ['a text left in English', { open: 'Open' }, ['English sample:open']],
    ['English inside of a text', { of: { admin: 'Seen with the {{admin}}' } }, ['English sample:of.admin']],
  ])('fail for %s', (_what, change, faults) => {
    expect(faultsWith(change)).toEqual(faults);
  });

  it("have all plural forms of the language's grammar, whose forms for one number need not name it", () => {
    const forms = Object.fromEntries(
      ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`rows_${form}`, '{{count, number}} Zeilen']),
    );
    expect(faultsWith({}, 'ar')).toEqual(['two', 'few', 'many'].map((form) => `missing sample:rows_${form}`));
    expect(faultsWith({ ...forms, rows_two: 'Zwei Zeilen' }, 'ar')).toEqual([]);
  });

  it('are owed for every part of the console and every package that has texts', () => {
    const files = owedFiles();
    const parts = files.filter((file) => file.package === 'console').map(({ part }) => part);
    expect(parts).toEqual([
      'accounts',
      'consent',
      'core',
      'device-data',
      'devices',
      'files',
      'installation',
      'places',
      'shared',
      'support',
    ]);
    expect(new Set(files.map((file) => file.package))).toEqual(
      new Set(['console', 'companion', 'termux', 'device', 'contract', 'server']),
    );
    // No namespace without texts: a file that is registered under a name that the check does not read.
    for (const { part, texts } of files) {
      for (const [name, each] of Object.entries(texts)) expect(each, `${part} ${name}`).toBeTypeOf('object');
    }
  });
});
