import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../core/paths.ts';

type Texts = { [key: string]: string | string[] | Texts };

/** The code of what persons read: the companion, Termux, and the words that both share. The console has tests of its own. */
const code = new Map(
  globSync(['packages/companion/src/**/*.{ts,tsx}', 'packages/{termux,device}/src/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|for-test\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, withoutComments(readFileSync(path.join(root, file), 'utf8'))]),
);

function withoutComments(source: string): string {
  return source.replaceAll(/(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

interface TextFile {
  file: string;
  texts: Texts;
  /** What the translator is called, and the files that ask it. */
  translate: string;
  users: string[];
  /** The name under which it is registered. */
  name: string;
}

/** Every file of texts, with the module that registers it and all that import this module. */
function textFiles(): TextFile[] {
  return globSync('packages/{companion,termux,device}/src/**/*.texts.json', { cwd: root }).map((file) => {
    const ofFile = (source: string, from: string) =>
      Array.from(source.matchAll(/from '([^']+)'/g)).some(
        ([, imported = '']) => path.join(path.dirname(from), imported) === file,
      );
    const [module, source = ''] =
      [...code].find(([each, text]) => ofFile(text, each) && /translator\(/.test(text)) ?? [];
    const [, translate = '', name = ''] = /const (\w+) = translator\('([^']+)', texts\)/.exec(source) ?? [];
    const users = [...code].filter(([each, text]) => each === module || imports(each, text, translate, module ?? ''));
    const texts = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
    return { file, texts, translate, name, users: users.map(([, text]) => text) };
  });
}

function imports(file: string, source: string, translate: string, module: string): boolean {
  return Array.from(source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)).some(
    ([, names = '', from = '']) =>
      new RegExp(String.raw`\b${translate}\b`).test(names) &&
      (from === '@fairwatch/device/words'
        ? module.startsWith('packages/device/src/words/')
        : path.join(path.dirname(file), from) === module),
  );
}

/** The keys of all texts, `rows` for both `rows_one` and `rows_other`. Simple words have the keys of the texts that they replace. */
function keysOf(texts: Texts, prefix = ''): string[] {
  const entries = Object.entries(texts).filter(([key]) => prefix !== '' || key !== 'simple');
  return entries.flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [prefix + key.replace(/_(?:zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${key}.`),
  );
}

/** Finds whether some code names a key: as a string, or as a template string with variables in it. */
function isNamed(key: string, sources: readonly string[]): boolean {
  return sources.some(
    (source) =>
      source.includes(`'${key}'`) ||
      Array.from(source.matchAll(/`([^`]*\$\{[^`]*)`/g), ([, text = '']) =>
        text
          .replaceAll(/\$\{[^}]*\? '([\w.]*)' : '([\w.]*)'\}/g, '($1|$2)')
          .replaceAll(/\$\{[^}]*\}/g, '.+')
          .replaceAll(/\.(?!\+)/g, String.raw`\.`),
      )
        // A template counts as a key when it has a name beside its variables, and only characters of keys.
        .filter((text) => /^[\w.()|+\\-]+$/.test(text) && /\w{3}/.test(text))
        .some((text) => new RegExp(`^${text}$`).test(key)),
  );
}

describe('the texts of companion, Termux and the words that they share', () => {
  const files = textFiles();

  it('are registered once, under the name of their package and file', () => {
    const expected = files.map(({ file }) => file.replace(/^packages\/(\w+)\/.*\/([\w-]+)\.texts\.json$/, '$1/$2'));
    expect(files.map(({ name }) => name)).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
    expect(files.length).toBeGreaterThan(25);
  });

  it('are all used', () => {
    const unused = files.flatMap(({ texts, users, name }) =>
      keysOf(texts)
        .filter((key) => !isNamed(key, users))
        .map((key) => `${name}:${key}`),
    );
    expect(unused).toEqual([]);
  });

  it('have placeholders that the translator fills in', () => {
    const all = files.flatMap(({ file }) => readFileSync(path.join(root, file), 'utf8').match(/\{\{.*?\}\}/g) ?? []);
    expect(all.filter((placeholder) => !/^\{\{\w+(?:, number)?\}\}$/.test(placeholder))).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });
});

/** Errors that only who programs reads, and what is stored as data of the device. */
const noTexts = [
  /^packages\/device\/src\/(?!words\/)/,
  /\/device-info\//,
  /facts\.ts$/,
  /\/app-permissions\//,
  /\/sw\/offline-files\.ts$/,
  /\/companion-context\.ts$/,
  /\/companion\/src\/main\.tsx$/,
  /\/file-writer\.worker\.ts$/,
];

/** A command line, and why something ends that nobody waits for any more. */
const internal = new Set(['x x act xx', 'No capture runs.', 'The live location has ended.']);

/** Three words or more, the variables of a template counted as words. */
const sentence = /^\W*[A-Za-z][\w’']*[.,:]?(?: [^\s<>{}=]+){2,}/;

it('no sentence for a person stands in the code', () => {
  const found = [...code]
    .filter(([file]) => !noTexts.some((pattern) => pattern.test(file)))
    .flatMap(([file, source]) => {
      const quoted = Array.from(source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g), ([, one, two, three]) =>
        (one ?? two ?? three ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'),
      ).filter((text) => sentence.test(text) && !/^[x\W]*$/.test(text) && !internal.has(text));
      const shown = Array.from(source.matchAll(/^\s*([A-Z][a-z]+[^<>{}()=;:,'`]*)$/gm), ([, text = '']) => text);
      const attributes = Array.from(
        source.matchAll(/\b(?:title|label|text|placeholder|aria-label|alt|description)="([^"]+)"/g),
        ([, text = '']) => text,
      );
      const ofPage = file.endsWith('.tsx') ? [...shown, ...attributes] : [];
      return [...quoted, ...ofPage].map((text) => `${file}: ${text}`);
    });
  expect(found).toEqual([]);
});
