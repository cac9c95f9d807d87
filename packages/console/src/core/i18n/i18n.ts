import { findText, registerTexts, setTextLanguage, type TextGroup, type TextValues } from '@fairwatch/contract';
import english from './en.json';
import { languageTag } from './language-tag.ts';
import type { TextNamespace, Texts, Translate } from './translate.ts';

/** The languages that the console has texts in. A region of one, such as `en-GB`, formats numbers and dates. */
const supported = ['en'];
const storageKey = 'language';

for (const [namespace, texts] of Object.entries(english)) registerTexts(namespace, texts);

/**
 * The language of the reader: the stored one, else the first preferred language of the browser that the console has. What is not
 * a plain language code is dropped, script injection included: see i18n.test.ts.
 */
export function detectLanguage(): string {
  return detectedLanguages().find((tag) => supported.includes(tag.split('-', 1).join())) ?? 'en';
}

/** Every valid language tag that the storage and the browser name, in the order in which they count. */
function detectedLanguages(): string[] {
  return [storedLanguage(), ...navigator.languages].map(languageTag).filter((tag) => tag !== null);
}

/** A browser may refuse the storage to this page. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const language = detectLanguage();
setTextLanguage(language);
try {
  localStorage.setItem(storageKey, language);
} catch {
  // It is detected again at the next visit.
}

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts<Namespace extends TextNamespace>(namespace: Namespace, texts: Texts[Namespace]): void {
  registerTexts(namespace, texts);
}

/** The language for numbers, dates and sizes. It is always a tag that `Intl` accepts. */
export function currentLanguage(): string {
  return language;
}

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
  const plain = replacedBy === '' ? undefined : findText(replacedBy + namespace, key, values);
  return typeof plain === 'string' ? plain : findText(namespace, key, values);
}

/** The replacement of a text that the server wrote, by its key; undefined when there is none. */
export function replacedText(namespace: string, key: string): string | undefined {
  const plain = replacedBy === '' ? undefined : findText(replacedBy + namespace, key);
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
