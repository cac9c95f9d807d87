import { presetNames } from '@fairwatch/contract';
import { afterEach, describe, expect, it } from 'vitest';
import errors from '../../contract/src/core/http/errors.texts.json';
import start from './core/i18n/en.json';
import { i18n } from './core/i18n/i18n.ts';
import { readCode, readSource } from './core/i18n/source-for-test.ts';
import { loadWords, wordsOf, type PlainPreset } from './shared/plain-words/load-words.ts';
import words from './shared/plain-words/plain-words.json';
import replaced from './shared/plain-words/replaced-words.json';
import './shared/shell/texts/use-shell-texts.ts';

type Texts = { [key: string]: string | string[] | Texts };

/** The words of the specification and of the trade that nobody reads in a preset; `replaced-words.json` says what they are called instead. */
const unwantedIn = (preset: PlainPreset) =>
  Object.keys({ ...replaced.all, ...replaced[preset] }).map((word) => new RegExp(String.raw`\b(?:${word})\b`, 'i'));
/** Where "run" is the verb that everybody knows or part of a command to type, a zone is one of the clock, and a group is one of facts. */
const isPlain = [
  /npm run/,
  /Nothing runs hidden/,
  /who(ever)? runs (the|this) server/,
  /a live view that runs/,
  /^Run it$/,
  /“Run a cluster”/,
  /time zone/i,
];
const plainKeys = new Set(['device-info:columns.group', 'admins:access.group']);

/** Every text of the console and every error, by namespace; "errors" are those of the server. */
function allTexts(): Record<string, Texts> {
  const found: Record<string, Texts> = { ...(start as Texts), errors } as Record<string, Texts>;
  const files = readSource('**/*.texts.json');
  const urls = new Map(Object.entries(files).map(([file, json]) => [new URL(file, 'file:///src/').pathname, json]));
  for (const [file, source] of Object.entries(readCode())) {
    for (const [, namespace = '', variable = '', part] of source.matchAll(
      /^(?:export const \w+ = textsHook|addTexts)\('([\w-]+)', (\w+)(?:\.(\w+))?\)/gm,
    )) {
      const [, json = ''] = new RegExp(`import ${variable} from '(.+?)'`).exec(source) ?? [];
      const texts = JSON.parse(urls.get(new URL(json, new URL(file, 'file:///src/')).pathname) ?? '{}') as Texts;
      found[namespace] = part === undefined ? texts : (texts[part] as Texts);
    }
  }
  return found;
}

/** Each text with its key, such as `runs:run.title`. */
function flat(texts: Texts, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[prefix + key, value] as [string, string]];
    if (Array.isArray(value)) return value.map((text): [string, string] => [prefix + key, text]);
    return flat(value, `${prefix}${key}.`);
  });
}

const byKey = (texts: Record<string, Texts>) =>
  new Map(Object.entries(texts).flatMap(([namespace, group]) => flat(group, `${namespace}:`)));

const spec = byKey(allTexts());
const plainPresets = presetNames.filter((name): name is PlainPreset => name !== 'everything');
const placeholders = (text = '') => Array.from(text.matchAll(/\{\{?(\w+)/g), ([, name]) => name).toSorted();

afterEach(async () => await loadWords('everything'));

describe.each(plainPresets)('the words of the preset %s', (preset) => {
  const own = byKey(wordsOf(words, preset) as Record<string, Texts>);

  it('replace texts that exist, with no placeholder that these do not have', () => {
    expect([...own.keys()].filter((key) => !spec.has(key))).toEqual([]);
    const added = [...own].filter(([key, text]) =>
      placeholders(text).some((each) => !placeholders(spec.get(key)).includes(each)),
    );
    expect(added).toEqual([]);
  });

  it('are plain: none is a word of the specification', () => {
    const unwanted = unwantedIn(preset);
    const wrong = [...spec, ...own]
      .filter(([key, text]) => (own.get(key) ?? text) === text && !plainKeys.has(key))
      // The name of a value is no word on screen.
      .map(([key, text]) => [key, text.replaceAll(/\{\{?.*?\}?\}/g, '…')] as const)
      .filter(([, text]) => unwanted.some((word) => word.test(text)) && !isPlain.some((pattern) => pattern.test(text)));
    expect(wrong).toEqual([]);
  });

  it('are on screen once they are loaded, and gone with another preset', async () => {
    await loadWords(preset);
    expect(i18n.t('nav:otpList')).toBe('Passcodes');
    expect(i18n.t('nav:dashboard')).toBe('Dashboard');
    await loadWords('everything');
    expect(i18n.t('nav:otpList')).toBe('OTP List');
  });
});
