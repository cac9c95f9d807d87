import { createInstance, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import english from './en.json';
import { languageTag } from './language-tag.ts';
import type { TextNamespace, Texts, Translate } from './translate.ts';

const instance = createInstance();

void instance
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

/** Shows texts outside of components, of any namespace: `i18n.t('users:columns.username')`. */
export const i18n: Omit<I18n, 't'> & { t: Translate<'common'> } = instance;

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts<Namespace extends TextNamespace>(namespace: Namespace, texts: Texts[Namespace]): void {
  i18n.addResourceBundle('en', namespace, texts, true, true);
}

/** The language for numbers, dates and sizes. It is always a tag that `Intl` accepts. */
export function currentLanguage(): string {
  if (cached.from !== i18n.language) cached = { from: i18n.language, tag: languageTag(i18n.language) ?? 'en' };
  return cached.tag;
}
/** Cached, because a list reads it once per cell. */
let cached = { from: 'en', tag: 'en' };
