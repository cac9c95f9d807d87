import { setTextLanguage } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentLanguage as sharedLanguage } from './i18n.ts';
import type * as i18nModule from './i18n.ts';

let loads = 0;

/** Loads i18n.ts again, with a stored language and the preferred languages of the browser. */
async function load(stored: string | null, preferred: string[] = []) {
  if (stored !== null) localStorage.setItem('language', stored);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(preferred[0] ?? '');
  loads += 1;
  // Another address is another module, which no other test has.
  return (await import(/* @vite-ignore */ `./i18n.ts?load=${loads}`)) as typeof i18nModule;
}

/** Adds texts that the console does not have. */
function addSample(addTexts: (namespace: never, texts: never) => void, texts: object): void {
  addTexts('sample' as never, texts as never);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  // The other files of this worker share the texts.
  setTextLanguage(sharedLanguage());
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

describe('translations', () => {
  it('[SPEC 1.12, 9.17] language en, default and fallback', async () => {
    const { currentLanguage, i18n } = await load(null, ['zh-CN', 'pl']);
    expect(currentLanguage()).toBe('en');
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
    expect(i18n.t('request.processing')).toBe('Processing your request...');
    // A language whose texts are not loaded, or not there, reads English.
    setTextLanguage('de-DE');
    expect(i18n.t('request.processing')).toBe('Processing your request...');
  });

  it('come in the first language of the browser that has texts, from right to left where it is written so', async () => {
    const { currentLanguage } = await load(null, ['zh-CN', 'ar-EG', 'de']);
    // Numbers in Latin digits, as codes and versions beside them are.
    expect(currentLanguage()).toBe('ar-EG-u-nu-latn');
    expect(new Intl.NumberFormat(currentLanguage()).format(1200)).toBe('1,200');
    expect(localStorage.getItem('language')).toBe('ar-EG');
    expect(document.documentElement).toMatchObject({ lang: 'ar-EG', dir: 'rtl' });
  });

  it('[SPEC 9.18] detection order local storage then browser', async () => {
    const stored = await load('en-GB', ['en-AU']);
    expect(stored.currentLanguage()).toBe('en-GB');
    localStorage.clear();
    const preferred = await load(null, ['zh-CN', 'en-AU']);
    expect(preferred.currentLanguage()).toBe('en-AU');
  });

  it('[SPEC 9.19] cached in local storage under a language key', async () => {
    await load(null, ['en-GB']);
    expect(localStorage.getItem('language')).toMatch(/^en/);
  });

  it('[SPEC 9.20] debug off; text escaping off', async () => {
    const printed = (['log', 'info', 'debug', 'warn', 'error'] as const).map((each) => vi.spyOn(console, each));
    const { i18n, addTexts } = await load(null);
    addSample(addTexts, { greeting: 'Hello {{name}}' });
    expect(i18n.t('sample:greeting' as never, { name: '<b>' })).toBe('Hello <b>');
    expect(i18n.t('sample:missing' as never)).toBe('missing');
    for (const each of printed) expect(each).not.toHaveBeenCalled();
  });

  const injections = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'en" onmouseover="x()',
  ];

  it.each(injections)(
    '[SPEC 5.13] the language detector discards detected values that look like script injection: %s',
    async (value) => {
      const { detectLanguage } = await load(value, [value, 'en-GB']);
      // The value as an earlier page could have stored it: the detector returns only the valid language.
      localStorage.setItem('language', value);
      expect(detectLanguage()).toBe('en-GB');
    },
  );

  it.each([...injections, '__proto__', 'en/../../x'])('an invalid language is not stored: %s', async (value) => {
    const { currentLanguage } = await load(value, [value]);
    expect(currentLanguage()).toBe('en');
    expect(localStorage.getItem('language')).toBe('en');
  });

  it.each([
    [['en-US@posix'], 'en-US'],
    [['en_US.UTF-8'], 'en-US'],
    [['c'], 'en'],
    [['c', 'en-GB'], 'en-GB'],
    [['xx'], 'en'],
    [['zh-Hans-CN-x-private'], 'en'],
    [[''], 'en'],
    [[], 'en'],
  ])('numbers and dates can be formatted for every reported language: %j', async (preferred, language) => {
    const { currentLanguage, i18n, addTexts } = await load(null, preferred);
    expect(currentLanguage()).toBe(language);
    expect(localStorage.getItem('language')).toBe(language);
    addSample(addTexts, { rows_one: '{{count, number}} row', rows_other: '{{count, number}} rows' });
    expect(i18n.t('sample:rows' as never, { count: 1200 })).toBe('1,200 rows');
  });

  it('an invalid language that an earlier version stored is replaced', async () => {
    const { currentLanguage } = await load('en-US@posix', ['en-US@posix']);
    expect(currentLanguage()).toBe('en-US');
    expect(localStorage.getItem('language')).toBe('en-US');
  });

  it("a feature's texts are added by its own chunk", async () => {
    const { i18n, addTexts } = await load(null);
    addSample(addTexts, {});
    expect(i18n.t('sample:title', { defaultValue: 'none' })).toBe('none');
    addSample(addTexts, { title: 'Sample' });
    expect(i18n.t('sample:title' as never)).toBe('Sample');
  });
});
