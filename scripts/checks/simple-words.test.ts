import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../core/paths.ts';

type Texts = { [key: string]: string | string[] | Texts };

const packages = path.join(root, 'packages');
const files = new Map(
  globSync(['companion/src/**/*.texts.json', 'device/src/**/*.texts.json'], { cwd: packages }).map((file) => [
    file.replace(/^(\w+)\/.*\/([\w-]+)\.texts\.json$/, '$1/$2'),
    JSON.parse(readFileSync(path.join(packages, file), 'utf8')) as Texts,
  ]),
);

/** The files without simple words, and why they need none. Every other file has some. */
const noneNeeded: Record<string, string> = {
  'companion/browser': 'why a command failed: the admin who asked reads the same words',
  'companion/camera': 'why a command failed: the admin who asked reads the same words',
  'companion/common': 'names of pages and buttons, and what is said before it is known who reads it',
  'companion/capture': 'short sentences about what everybody sees happen',
  'companion/gallery': 'short sentences about photos and videos',
  'companion/live-view': 'short sentences about what everybody sees happen',
  'device/collecting': 'why a command failed: the admin who asked reads the same words',
  'device/core': 'why something failed, and notes: the admin reads the same words',
  'device/guardian': 'the page of the guardian, who is an adult',
  'device/times': 'single words',
};

/** Texts that are read before it is known who reads them, by their keys. */
const beforeKnown = [/^companion\/join:(?:homeScreen|unsafe)\./, /^device\/joining:(?:code\.|unreachable)/];
/** What a child of twelve does not know. */
const jargon =
  /supervis|legal basis|https|service worker|\bpush\b|\.ics\b|\.vcf\b|\bcaptures?\b|consent|schedule|\bfires?\b|\bfired\b|confirmed|vpn|billing|purpose|passcode|administrator|termux|packages?\b|retention|\bupdate\b|contact picker|previews?\b/i;
const longestSentence = 20;
const longestText = 40;

function flat(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[prefix + key, value] as [string, string]];
    if (Array.isArray(value)) return value.map((text): [string, string] => [prefix + key, text]);
    return flat(value, `${prefix}${key}.`);
  });
}

const wordCount = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
/** Also where a text has a colon: what comes after it is read apart. */
const sentences = (text: string) => text.split(/[.?!:](?:\s|$)/);
const isLong = (text: string) =>
  wordCount(text) > longestText || sentences(text).some((each) => wordCount(each) > longestSentence);
/** The names of placeholders are no words on the screen. */
const isHard = (text: string) => {
  const shown = text.replaceAll(/\{\{.*?\}\}/g, 'x');
  return isLong(shown) || jargon.test(shown);
};
const placeholders = (text: string) => Array.from(text.matchAll(/\{\{(\w+)/g), ([, name]) => name);
const base = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

const split = ({ simple, ...texts }: Texts) => ({
  plain: flat(texts),
  simple: simple === undefined ? [] : flat(simple as Texts),
});

describe('the simple words of a minor, on every page of the companion', () => {
  it('are in every file of texts, except where none are needed', () => {
    expect(files.size).toBeGreaterThan(30);
    const without = [...files].filter(([, texts]) => texts['simple'] === undefined).map(([name]) => name);
    expect(without.toSorted()).toEqual(Object.keys(noneNeeded).toSorted());
  });

  it('stand for every text that is long or has a word that children do not know', () => {
    const hard = [...files]
      .filter(([name]) => !(name in noneNeeded))
      .flatMap(([name, texts]) => {
        const { plain, simple } = split(texts);
        const again = new Set(simple.map(([key]) => key));
        return plain.filter(([key, text]) => isHard(text) && !again.has(key)).map(([key]) => `${name}:${key}`);
      });
    expect(hard.filter((key) => !beforeKnown.some((each) => each.test(key)))).toEqual([]);
  });

  it('are simple: short sentences, without the words of the trade', () => {
    const hard = [...files].flatMap(([name, texts]) =>
      split(texts)
        .simple.filter(([, text]) => isHard(text))
        .map(([key, text]) => `${name}:${key}: ${text}`),
    );
    expect(hard).toEqual([]);
  });

  it('replace texts that exist, in all their plural forms, with no placeholder that these do not have', () => {
    const wrong = [...files].flatMap(([name, texts]) => {
      const { plain, simple } = split(texts);
      const ofKey = Map.groupBy(plain, ([key]) => key);
      const again = new Set(simple.map(([key]) => key));
      const bases = new Set([...again].map(base));
      const missing = plain.filter(([key]) => base(key) !== key && bases.has(base(key)) && !again.has(key));
      const unknown = simple.filter(([key, text]) => {
        const replaced = (ofKey.get(key) ?? []).flatMap(([, each]) => placeholders(each));
        return !ofKey.has(key) || placeholders(text).some((each) => !replaced.includes(each));
      });
      return [...missing, ...unknown].map(([key]) => `${name}:${key}`);
    });
    expect(wrong).toEqual([]);
  });
});
