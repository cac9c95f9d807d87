import { findText, inLanguage, translator, type Language } from '@fairwatch/contract';
import texts from './archive-page.texts.json' with { type: 'json' };

const file = 'server/archive-page';
const pageTexts = translator(file, texts);

/** The words of the readable page in the language of who reads it. A page is written over a longer time, so nothing selects it. */
export interface PageWords {
  words: ReturnType<typeof pageTexts.in>;
  /** The title of a part that is not a kind of data; undefined when it has none. */
  partTitle(name: string): string | undefined;
  /** The label of a field: `error_details` is "Why not", `phone_number` is "Phone number". */
  fieldLabel(field: string): string;
}

export function pageWordsIn(language: Language): PageWords {
  const find = (group: 'parts' | 'fields', name: string) => {
    if (!Object.hasOwn(texts[group], name)) return undefined;
    const found = inLanguage(language, () => findText(file, `${group}.${name}`));
    return typeof found === 'string' ? found : undefined;
  };
  return {
    words: pageTexts.in(language),
    partTitle: (name) => find('parts', name),
    fieldLabel: (field) => find('fields', field) ?? capitalised(field.replaceAll('_', ' ')),
  };
}

/** A name of the contract in words: `UPDATE_CONTACTS` is "Update contacts". */
export function nameInWords(name: string): string {
  return capitalised(name.toLowerCase().replaceAll('_', ' '));
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
