import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../core/paths.ts';
import type { Texts } from './text-tree.ts';

/** One file that every language owes, below `packages/<package>/src/locales/<language>`. */
export interface OwedFile {
  package: string;
  /** The path of the translated file, without the language's folder or name: empty for a package that has one file per language. */
  part: string;
  /** The English texts by the name under which they are registered. */
  texts: Readonly<Record<string, Texts>>;
}

const packages = ['console', 'companion', 'termux', 'device', 'contract', 'server'] as const;

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readTexts = (file: string) => JSON.parse(read(file)) as Texts;

/** The English texts of all packages, by the files in which a language has its own. */
export function owedFiles(): OwedFile[] {
  return packages.flatMap((name) => (name === 'console' ? consoleFiles() : packageFile(name)));
}

/** Where a language has its texts of an owed file. */
export function translatedFile({ package: name, part }: OwedFile, language: string): string {
  const folder = `packages/${name}/src/locales/${language}`;
  return part === '' ? `${folder}.json` : `${folder}/${part}.json`;
}

function packageFile(name: string): OwedFile[] {
  const files = globSync(`packages/${name}/src/**/*.texts.json`, { cwd: root }).toSorted();
  const modules = globSync(`packages/${name}/src/**/*.{ts,tsx}`, { cwd: root }).map(read);
  const texts = files.map((file) => [registeredName(name, file, modules), readTexts(file)] as const);
  return files.length === 0 ? [] : [{ package: name, part: '', texts: Object.fromEntries(texts) }];
}

/** The name that a module gives a file of texts; that of its package and file where no module names it as a literal. */
function registeredName(name: string, file: string, modules: readonly string[]): string {
  const base = path.basename(file, '.texts.json');
  const names = modules.flatMap((code) => {
    const [, variable] = new RegExp(String.raw`import (\w+) from '[^']*/${base}\.texts\.json'`).exec(code) ?? [];
    return variable === undefined
      ? []
      : (new RegExp(String.raw`translator\('([^']+)', ${variable}\)`).exec(code)?.[1] ?? []);
  });
  return names[0] ?? `${name}/${base}`;
}

/** The console's texts, by the part that is loaded together: its core, what is shared, and each area. */
function consoleFiles(): OwedFile[] {
  const source = 'packages/console/src';
  const parts = new Map<string, Record<string, Texts>>();
  parts.set('core', { ...(readTexts(`${source}/core/i18n/en.json`) as Record<string, Texts>) });
  for (const { namespace, file, group } of consoleNamespaces(source)) {
    const [layer = '', area = ''] = path.relative(source, file).split(path.sep);
    const part = layer === 'areas' ? area : layer;
    const texts = readTexts(file);
    const known = parts.get(part) ?? {};
    parts.set(part, { ...known, [namespace]: group === undefined ? texts : (texts[group] as Texts) });
  }
  return [...parts].map(([part, texts]) => ({ package: 'console', part, texts })).toSorted(byPart);
}

function byPart(a: OwedFile, b: OwedFile): number {
  return a.part < b.part ? -1 : 1;
}

interface Namespace {
  namespace: string;
  file: string;
  /** The group of the file that is registered on its own. */
  group: string | undefined;
}

/** Where the console registers its files of texts, and under which names. */
function consoleNamespaces(source: string): Namespace[] {
  const modules = globSync(`${source}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  return modules.flatMap((module) => {
    const code = read(module);
    const calls = code.matchAll(/^(?:export const \w+ = textsHook|addTexts)\('([\w-]+)', (\w+)(?:\.(\w+))?\)/gm);
    return Array.from(calls).flatMap(([, namespace = '', variable = '', group]) => {
      const [, json] = new RegExp(`import ${variable} from '(.+?)'`).exec(code) ?? [];
      return json === undefined ? [] : [{ namespace, group, file: path.join(path.dirname(module), json) }];
    });
  });
}
