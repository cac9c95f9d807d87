import { createInstance } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import english from '../../locales/en.json';
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
    // React escapes; doing it twice would show entities.
    interpolation: { escapeValue: false },
    detection: {
      order: ['localStorage', 'navigator'],
      caches: ['localStorage'],
      lookupLocalStorage: 'language',
      // An empty tag is no supported language, so the next one that the browser prefers is taken.
      convertDetectedLanguage: (detected) => languageTag(detected) ?? '',
    },
    initAsync: false,
  });

/** Adds a feature's texts under its own namespace, from its lazy chunk: `useTranslation(namespace)` finds them. */
export function addTexts(namespace: string, texts: object): void {
  i18n.addResourceBundle('en', namespace, texts, true, true);
}

/** The language that numbers, dates and sizes are written in: always a tag that `Intl` takes. */
export function currentLanguage(): string {
  if (known.from !== i18n.language) known = { from: i18n.language, tag: languageTag(i18n.language) ?? 'en' };
  return known.tag;
}
/** The last answer, since a list asks once per cell. */
let known = { from: 'en', tag: 'en' };
