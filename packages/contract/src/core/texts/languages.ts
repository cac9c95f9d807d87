interface LanguageFacts {
  /** The language's own name, as a choice of languages shows it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The languages that have texts. English is the source, and what every other one falls back to. */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languages;

export const languageTags = Object.keys(languages) as [Language, ...Language[]];

export const sourceLanguage = 'en' satisfies Language;

/** The language with texts for one tag: `de-AT` is German, any Portuguese is Brazil's. Null when there is none. */
export function languageOf(tag: string): Language | null {
  const base = baseOf(tag);
  return languageTags.find((each) => each.toLowerCase() === tag.toLowerCase() || baseOf(each) === base) ?? null;
}

/** The language with texts that a reader prefers, from their tags in order of preference; English when there is none. */
export function matchLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = languageOf(tag);
    if (found !== null) return found;
  }
  return sourceLanguage;
}

/** The direction in which the texts of a tag's language are written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languages[matchLanguage([tag])].direction;
}

function baseOf(tag: string): string {
  return tag.split(/[-_]/, 1).join().toLowerCase();
}
