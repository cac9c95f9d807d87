import { afterEach, describe, expect, it } from 'vitest';
import {
  findText,
  registerLanguage,
  registerTexts,
  setSimpleTexts,
  setTextLanguage,
  translator,
} from './translator.ts';

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

  it('come in the language of one reader, whatever language is selected', () => {
    registerLanguage('de', {
      'translator-test': {
        title: 'Geräte',
        of: { admin: 'Für {{admin}} sichtbar' },
        rows_one: '{{count, number}} Zeile',
        rows_other: '{{count, number}} Zeilen',
        rules: ['{{server}} bewahrt es auf', 'Sonst niemand'],
        simple: { of: { admin: '{{admin}} sieht es' } },
      },
    });
    const german = t.in('de-DE');
    expect([german('title'), t('title')]).toEqual(['Geräte', 'Devices']);
    expect(german.list('rules', { server: 'Home' })).toEqual(['Home bewahrt es auf', 'Sonst niemand']);
    // German has no text for none here, but the grammar's form for it.
    expect([0, 1, 1200].map((count) => german('rows', { count }))).toEqual(['0 Zeilen', '1 Zeile', '1.200 Zeilen']);
    const simple = t.in('de', { simple: true });
    expect([simple('of.admin', { admin: 'ada' }), simple('title')]).toEqual(['ada sieht es', 'Geräte']);
    setTextLanguage('de');
    expect([t('title'), t.in('en')('title'), t.in('nl')('title')]).toEqual(['Geräte', 'Devices', 'Devices']);
    // @ts-expect-error -- a key that the texts do not have does not compile in any language
    expect(german('of.nobody')).toBe('of.nobody');
  });

  it('have all six plural forms of Arabic', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    registerTexts('translator-test', Object.fromEntries(forms.map((form) => [`rows_${form}`, form])), 'ar');
    expect([0, 1, 2, 3, 11, 100].map((count) => t.in('ar-EG')('rows', { count }))).toEqual(forms);
  });

  it('are found for any region of a language: Portuguese is that of Brazil', () => {
    registerLanguage('pt-BR', { 'translator-test': { title: 'Dispositivos' } });
    expect(['pt', 'pt-PT', 'pt-BR'].map((tag) => t.in(tag)('title'))).toEqual(Array(3).fill('Dispositivos'));
  });

  it('keep the direction of what somebody typed from reordering them', () => {
    expect(t('of.admin', { admin: 'ليلى' })).toBe('Seen by \u2068ليلى\u2069, not by ');
    expect(t.in('ar')('of.admin', { admin: 'Ada (2)' })).toContain('\u2068Ada (2)\u2069');
    expect(t.in('ar')('of.admin', { admin: 7 })).toContain('by 7,');
  });
});
