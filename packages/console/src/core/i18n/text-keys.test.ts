import { deviceFeatures } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import start from './en.json';
import { readCode, readSource } from './source-for-test.ts';

type Texts = { [key: string]: string | Texts };

const sources = readCode();
const textFiles = Object.fromEntries(
  Object.entries(readSource('**/*.texts.json')).map(([file, json]) => [file, JSON.parse(json) as Texts]),
);

/** The URL of a file, from its path relative to `src`. */
const urlOf = (file: string) => new URL(file, 'file:///src/');
const textsByPath = new Map(Object.entries(textFiles).map(([file, texts]) => [urlOf(file).pathname, texts]));

/** The texts of each namespace, found by the calls of `addTexts` and `textsHook` and the files that these import. */
function namespaces(): Map<string, Texts> {
  const found = new Map<string, Texts>(Object.entries(start));
  for (const [file, source] of Object.entries(sources)) {
    for (const [, namespace = '', variable = '', part] of source.matchAll(
      /^(?:export const \w+ = textsHook|addTexts)\('([\w-]+)', (\w+)(?:\.(\w+))?\)/gm,
    )) {
      const [, json = ''] = new RegExp(`import ${variable} from '(.+?)'`).exec(source) ?? [];
      const texts = textsByPath.get(new URL(json, urlOf(file)).pathname);
      if (texts !== undefined) found.set(namespace, part === undefined ? texts : (texts[part] as Texts));
    }
  }
  return found;
}

/** The keys of all texts, `rows` for both `rows_one` and `rows_other`. */
function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key.replace(/_(?:one|other|zero)$/, '')] : keysOf(value, `${prefix}${key}.`),
  );
}

/** The strings that the source could pass to `t`: plain ones, and template strings as regular expressions. */
function stringsOfSource() {
  const all = Object.values(sources).join('\n');
  const plain = new Set(Array.from(all.matchAll(/'([\w:.-]+)'/g), ([, text]) => text));
  const templates = Array.from(all.matchAll(/`([\w:.-]*\$\{[^`]*)`/g), ([, text = '']) => text)
    // A template counts as a key when it has a name beside its variables, and only characters of keys.
    .map((text) => text.replaceAll(/\$\{[^}]*\? '([\w.]*)' : '([\w.]*)'\}/g, '($1|$2)').replaceAll(/\$\{[^}]*\}/g, '*'))
    .filter((text) => /^[\w:.*()|-]+$/.test(text) && /[.:]\w|\w[.:(]|\w{5}/.test(text))
    .map((text) => new RegExp(`^${text.replaceAll('.', String.raw`\.`).replaceAll('*', '.+')}$`));
  return { plain, templates };
}

describe('the texts', () => {
  const known = namespaces();

  it('are all registered', () => {
    const registered = new Set<unknown>(known.values());
    // A file of several namespaces is registered part by part.
    const unregistered = Object.entries(textFiles).filter(
      ([, texts]) => !registered.has(texts) && !Object.values(texts).some((part) => registered.has(part)),
    );
    expect(unregistered.map(([file]) => file)).toEqual([]);
    expect(known.size).toBeGreaterThan(50);
  });

  it('are all used', () => {
    const { plain, templates } = stringsOfSource();
    const isUsed = (key: string) => plain.has(key) || templates.some((template) => template.test(key));
    // A key is also used when one of its parent keys is read as an object.
    const isReached = (namespace: string, key: string) =>
      key
        .split('.')
        .map((_, at, parts) => parts.slice(0, at + 1).join('.'))
        .some((path) => isUsed(`${namespace}:${path}`) || ((path === key || path.includes('.')) && isUsed(path)));
    const unused = [...known].flatMap(([namespace, texts]) =>
      keysOf(texts)
        .filter((key) => !isReached(namespace, key))
        .map((key) => `${namespace}:${key}`),
    );
    expect(unused).toEqual([]);
  });

  it('exist for every key that the source names with its namespace', () => {
    const { plain } = stringsOfSource();
    const missing = [...plain].filter((text) => {
      const [namespace = '', key] = text?.split(':') ?? [];
      const texts = known.get(namespace);
      return (
        key !== undefined &&
        texts !== undefined &&
        !keysOf(texts).some((each) => each === key || each.startsWith(`${key}.`))
      );
    });
    expect(missing).toEqual([]);
  });

  it.each([...Object.keys(deviceFeatures).filter((id) => id !== 'gallery'), 'photos', 'videos'])(
    'of the page %s have the keys that every device page uses',
    (namespace) => {
      const keys = keysOf(known.get(namespace) ?? {});
      expect(keys).toEqual(expect.arrayContaining(['title', 'search', 'empty.title', 'empty.hint']));
    },
  );
});
