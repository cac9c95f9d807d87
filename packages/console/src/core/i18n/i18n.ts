import { createInstance, type ParseKeys, type ResourceNamespaceMap } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import english from './en.json';
import { languageTag } from './language-tag.ts';

export const i18n = createInstance();

void i18n
  // The detector drops every value that is not a plain language code, script injection included: see i18n.test.ts.
  .use(LanguageDetector)
  .use(initReactI18next)
  .init({
    resources: { en: english },
    fallbackLng: 'en',
    supportedLngs: ['en'],
    nonExplicitSupportedLngs: true,
    load: 'languageOnly',
    defaultNS: 'common',
    debug: false,
    // React escapes text, and escaping twice would show entities.
    interpolation: { escapeValue: false },
    detection: {
      order: ['localStorage', 'navigator'],
      caches: ['localStorage'],
      lookupLocalStorage: 'language',
      // An empty tag is not a supported language, so the next preferred one is used.
      convertDetectedLanguage: (detected) => languageTag(detected) ?? '',
    },
    initAsync: false,
  });

/** The namespaces of the texts, each with its own file: `texts.d.ts` lists them. */
export type TextNamespace = keyof ResourceNamespaceMap;

/** A key with its namespace, such as `users:columns.email`, for components that show texts of any namespace with `i18n.t`. */
export type TextKey = Extract<ParseKeys<TextNamespace[]>, `${TextNamespace}:${string}`>;

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts<Namespace extends TextNamespace>(
  namespace: Namespace,
  texts: ResourceNamespaceMap[Namespace],
): void {
  i18n.addResourceBundle('en', namespace, texts, true, true);
}

/** The language for numbers, dates and sizes. It is always a tag that `Intl` accepts. */
export function currentLanguage(): string {
  if (cached.from !== i18n.language) cached = { from: i18n.language, tag: languageTag(i18n.language) ?? 'en' };
  return cached.tag;
}
/** Cached, because a list reads it once per cell. */
let cached = { from: 'en', tag: 'en' };
