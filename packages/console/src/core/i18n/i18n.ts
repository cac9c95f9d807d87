import { findText, registerTexts, setTextLanguage, type TextValues } from '@fairwatch/contract';
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

/** Looks up texts of these namespaces, and those of any other by `namespace:key`. */
export function translateWithin<Namespace extends TextNamespace>(
  namespaces: readonly Namespace[],
): Translate<Namespace> {
  const translate = (key: string, { defaultValue, ...values }: TextValues = {}) => {
    const [namespace = '', inNamespace] = key.split(':');
    if (inNamespace !== undefined) return findText(namespace, inNamespace, values) ?? defaultValue ?? inNamespace;
    for (const each of namespaces) {
      const found = findText(each, key, values);
      if (found !== undefined) return found;
    }
    return defaultValue ?? key;
  };
  return translate as Translate<Namespace>;
}

/** Shows texts outside of components, of any namespace: `i18n.t('users:columns.username')`. */
export const i18n = { t: translateWithin(['common']) };
