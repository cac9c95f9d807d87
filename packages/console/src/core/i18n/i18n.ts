import {
  directionOf,
  findText,
  languageOf,
  registerTexts,
  setTextLanguage,
  sourceLanguage,
  textLanguage,
  type Language,
  type TextGroup,
  type TextValues,
} from '@fairwatch/contract';
import { createExternalStore } from '../state/external-store.ts';
import english from './en.json';
import { languageTag } from './language-tag.ts';
import type { TextNamespace, Texts, Translate } from './translate.ts';

const storageKey = 'language';

for (const [namespace, texts] of Object.entries(english)) registerTexts(namespace, texts);

/**
 * The language of the reader: the stored one, else the first preferred language of the browser that the console has. A region of one,
 * such as `en-GB`, formats numbers and dates. What is not a plain language code is dropped, script injection included: see i18n.test.ts.
 */
export function detectLanguage(): string {
  return firstKnown([storedLanguage(), ...navigator.languages]);
}

/** The first preferred language of the browser that the console has. */
export function browserLanguage(): string {
  return firstKnown(navigator.languages);
}

/** The tag for a chosen language: with the region that the browser prefers for it, if any. */
export function tagFor(chosen: Language): string {
  const regional = navigator.languages.map(languageTag).find((tag) => tag !== null && languageOf(tag) === chosen);
  return regional ?? chosen;
}

function firstKnown(reported: readonly unknown[]): string {
  const tags = reported.map(languageTag).filter((tag) => tag !== null);
  return tags.find((tag) => languageOf(tag) !== null) ?? sourceLanguage;
}

/** A browser may refuse the storage to this page. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const language = createExternalStore('');
selectLanguage(detectLanguage());

/**
 * Shows everything in a language whose texts are loaded, and stores it for the next visit. What is on screen is rendered again, and keeps
 * its state.
 */
export function selectLanguage(tag: string): void {
  try {
    localStorage.setItem(storageKey, tag);
  } catch {
    // It is detected again at the next visit.
  }
  setTextLanguage(formatTag(tag));
  if (typeof document !== 'undefined') {
    document.documentElement.lang = tag;
    document.documentElement.dir = directionOf(tag);
  }
  language.set(formatTag(tag));
}

/** Codes, versions and phone numbers are in Latin digits in every language: Arabic numbers beside them are, too. */
export function formatTag(tag: string): string {
  return languageOf(tag) === 'ar' ? `${tag}-u-nu-latn` : tag;
}

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts<Namespace extends TextNamespace>(namespace: Namespace, texts: Texts[Namespace]): void {
  registerTexts(namespace, texts);
}

/**
 * The language for numbers, dates and sizes. It is always a tag that `Intl` accepts. While texts are made for somebody else (`inLanguage`),
 * it is theirs.
 */
export function currentLanguage(): string {
  return textLanguage();
}

/** Calls back when another language was selected. Returns how to stop. */
export const onLanguageChange = language.subscribe;

/** The prefix of the namespaces whose texts replace others; empty while none do. */
let replacedBy = '';

/**
 * Replaces texts of the same keys, of any namespace: a preset speaks plainer words. The others stay. Null brings all texts back.
 * What is on screen changes when it is rendered again.
 */
export function replaceTexts(name: string, texts: Readonly<Record<string, TextGroup>> | null): void {
  replacedBy = texts === null ? '' : `${name}/`;
  for (const [namespace, each] of Object.entries(texts ?? {})) registerTexts(replacedBy + namespace, each);
}

/** The text of a key, or the one that replaces it. Only single texts are replaced: a whole group is read as it stands. */
function findCurrent(namespace: string, key: string, values: TextValues): ReturnType<typeof findText> {
  return replacedText(namespace, key, values) ?? findText(namespace, key, values);
}

/** The replacement of a text, also of one that the server wrote, by its key; undefined when there is none. The replacements are English. */
export function replacedText(namespace: string, key: string, values?: TextValues): string | undefined {
  if (replacedBy === '' || languageOf(currentLanguage()) !== sourceLanguage) return undefined;
  const plain = findText(replacedBy + namespace, key, values);
  return typeof plain === 'string' ? plain : undefined;
}

/** Looks up texts of these namespaces, and those of any other by `namespace:key`. */
export function translateWithin<Namespace extends TextNamespace>(
  namespaces: readonly Namespace[],
): Translate<Namespace> {
  const translate = (key: string, { defaultValue, ...values }: TextValues = {}) => {
    const [namespace = '', inNamespace] = key.split(':');
    if (inNamespace !== undefined) return findCurrent(namespace, inNamespace, values) ?? defaultValue ?? inNamespace;
    for (const each of namespaces) {
      const found = findCurrent(each, key, values);
      if (found !== undefined) return found;
    }
    return defaultValue ?? key;
  };
  return translate as Translate<Namespace>;
}

/** Shows texts outside of components, of any namespace: `i18n.t('users:columns.username')`. */
export const i18n = { t: translateWithin(['common']) };
