import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languageTags, sourceLanguage, type Language } from '../../../packages/contract/src/core/texts/languages.ts';
import { root } from '../../core/paths.ts';
import { owedFiles, translatedFile, type OwedFile } from './english-texts.ts';
import { faultKinds, findFaults, type Fault } from './find-faults.ts';
import stillOpen from './still-open.json' with { type: 'json' };
import type { Texts } from './text-tree.ts';

interface LanguageResult {
  package: string;
  language: string;
  faults: Fault[];
  /** True while the language has no texts for this package yet, which `still-open.json` allows. */
  isOpen: boolean;
}

/** Languages that a package may still lack. The list only gets shorter. */
const openLanguages: Readonly<Record<string, readonly string[]>> = stillOpen;

/** Compares every language of every package with the English texts. */
export function checkTranslations(): LanguageResult[] {
  const byPackage = Map.groupBy(owedFiles(), (file) => file.package);
  return [...byPackage].flatMap(([name, files]) =>
    languageTags
      .filter((language) => language !== sourceLanguage)
      .map((language) => checkLanguage(name, files, language)),
  );
}

function checkLanguage(name: string, files: readonly OwedFile[], language: Language): LanguageResult {
  const isOpen = openLanguages[name]?.includes(language) ?? false;
  const faults = files.flatMap((file) =>
    findFaults(file.texts, readTranslated(translatedFile(file, language)), language),
  );
  return { package: name, language, isOpen, faults: [...faults, ...unknownFiles(name, files, language)] };
}

function readTranslated(file: string): Readonly<Record<string, Texts>> {
  const full = path.join(root, file);
  return existsSync(full) ? (JSON.parse(readFileSync(full, 'utf8')) as Record<string, Texts>) : {};
}

/** Files that no part of the package loads. */
function unknownFiles(name: string, files: readonly OwedFile[], language: string): Fault[] {
  const owed = new Set(files.map((file) => translatedFile(file, language)));
  const found = globSync(`packages/${name}/src/locales/{${language}.json,${language}/**/*.json}`, { cwd: root });
  return found
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !owed.has(file))
    .map((file) => ({ kind: 'unused', key: file, detail: 'no part of this package' }));
}

const listedAtMost = 40;

/** The faults of the languages that must be complete, and a table of counts. */
export function report(results: readonly LanguageResult[]): string {
  const table = results.map(({ package: name, language, faults, isOpen }) => {
    const counts = faultKinds.map((kind) => `${faults.filter((each) => each.kind === kind).length} ${kind}`);
    return `${name.padEnd(10)}${language.padEnd(7)}${counts.join(', ')}${isOpen ? ' (still open)' : ''}`;
  });
  const listed = results.filter((each) => !each.isOpen).flatMap(listFaults);
  return [...listed, ...table, `English and ${languageTags.length - 1} more languages`].join('\n');
}

function listFaults({ package: name, language, faults }: LanguageResult): string[] {
  const shown = faults.slice(0, listedAtMost).map(({ kind, key, detail }) => {
    return `${name} ${language} ${kind}: ${key}${detail === '' ? '' : ` | ${detail}`}`;
  });
  const more = faults.length - shown.length;
  return more === 0 ? shown : [...shown, `${name} ${language}: and ${more} more`];
}

/** True when every language is complete, but those of `still-open.json`, none of which is complete already. */
export function isComplete(results: readonly LanguageResult[]): boolean {
  return results.every(({ faults, isOpen }) => isOpen === faults.length > 0);
}
