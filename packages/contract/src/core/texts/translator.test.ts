import { afterEach, describe, expect, it } from 'vitest';
import { findText, registerTexts, setSimpleTexts, setTextLanguage, translator } from './translator.ts';

const t = translator('translator-test', {
  title: 'Devices',
  of: { admin: 'Seen by {{admin}}, not by {{nobody}}' },
  rows_zero: 'No rows',
  rows_one: '{{count, number}} row',
  rows_other: '{{count, number}} rows',
  rules: ['{{server}} keeps it', 'Nobody else'],
  simple: {
    of: { admin: '{{admin}} sees it' },
    rows_one: '{{count}} line',
    rows_other: '{{count, number}} lines',
    rules: ['It is kept'],
  },
});

afterEach(() => {
  setTextLanguage('en');
  setSimpleTexts(false);
});

describe('texts', () => {
  it('are found by their path and filled in, without escaping', () => {
    expect(t('title')).toBe('Devices');
    expect(t('of.admin', { admin: '<b>$& {{count}}' })).toBe('Seen by <b>$& {{count}}, not by ');
    expect(t.list('rules', { server: 'Home' })).toEqual(['Home keeps it', 'Nobody else']);
  });

  it('have plural forms, also one for none', () => {
    expect([0, 1, 1200].map((count) => t('rows', { count }))).toEqual(['No rows', '1 row', '1,200 rows']);
  });

  it('that do not exist are shown as their key', () => {
    // @ts-expect-error -- a key that the texts do not have does not compile
    expect(t('of.nobody')).toBe('of.nobody');
    // @ts-expect-error -- a group is no text
    t('of');
    expect(findText('translator-test', 'of.admin.name')).toBeUndefined();
    expect(findText('no-such-name', 'title')).toBeUndefined();
  });

  it('come in the selected language, with its plurals and numbers, and in English where it has none', () => {
    const polish = {
      rows_one: '{{count, number}} wiersz',
      rows_few: '{{count}} wiersze',
      rows_many: '{{count}} wierszy',
    };
    registerTexts('translator-test', polish, 'pl');
    setTextLanguage('pl-PL');
    expect([1, 3, 5].map((count) => t('rows', { count }))).toEqual(['1 wiersz', '3 wiersze', '5 wierszy']);
    expect(t('title')).toBe('Devices');
  });

  it('come in simple words where there are some, once these are selected', () => {
    setSimpleTexts(true);
    expect([t('of.admin', { admin: 'ada' }), t('title')]).toEqual(['ada sees it', 'Devices']);
    expect([0, 1, 1200].map((count) => t('rows', { count }))).toEqual(['0 lines', '1 line', '1,200 lines']);
    expect(t.list('rules', { server: 'Home' })).toEqual(['It is kept']);
    setSimpleTexts(false);
    expect(t('of.admin', { admin: 'ada' })).toBe('Seen by ada, not by ');
    // @ts-expect-error -- simple words are never asked for by name
    expect(t('simple.of.admin')).toBe(' sees it');
  });
});
