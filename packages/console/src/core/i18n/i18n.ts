import { createInstance } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import english from '../../locales/en.json';

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
    // React escapes; doing it twice would show entities.
    interpolation: { escapeValue: false },
    detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'], lookupLocalStorage: 'language' },
    initAsync: false,
  });

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts(namespace: string, texts: object): void {
  i18n.addResourceBundle('en', namespace, texts, true, true);
}
