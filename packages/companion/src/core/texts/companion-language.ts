import {
  directionOf,
  languageOf,
  matchLanguage,
  registerLanguage,
  setTextLanguage,
  sourceLanguage,
  type Language,
  type TextGroup,
} from '@fairwatch/contract';

const key = 'fairwatch.language';
/** The build puts the files of one language into one (`vite.config.ts`). */
const files: Readonly<Record<string, () => Promise<unknown>>> = import.meta.glob('../../../../{companion,device,contract}/src/locales/*.json', {
  import: 'default',
});

/** The language that the person chose on this device; null while the browser decides. */
export function chosenLanguage(): Language | null {
  try {
    return languageOf(localStorage.getItem(key) ?? '');
  } catch {
    // Without storage there is no choice to remember.
    return null;
  }
}

/** The languages that the person reads, the best first. */
export function chosenLanguages(): string[] {
  const chosen = chosenLanguage();
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages];
}

/** Keeps the choice, null for the browser's, and loads the page again in it: the server is told when the device connects. */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(key);
  else localStorage.setItem(key, language);
  location.reload();
}

/** Loads and selects the language of the companion before anything is shown. A language that cannot be loaded stays English. */
export async function openLanguage(): Promise<void> {
  const language = chosenLanguage() ?? matchLanguage(navigator.languages);
  if (language === sourceLanguage) return;
  try {
    const found = Object.entries(files).filter(([file]) => file.endsWith(`/${language}.json`));
    for (const texts of await Promise.all(found.map(([, load]) => load()))) registerLanguage(language, texts as Readonly<Record<string, TextGroup>>);
  } catch {
    return;
  }
  setTextLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
