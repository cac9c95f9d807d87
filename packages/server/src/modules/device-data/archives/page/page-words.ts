import { translator } from '@fairwatch/contract';
import texts from './archive-page.texts.json' with { type: 'json' };

/** The texts of the readable page. They are in English; kinds of data are named in the language of the notice that its reader accepted. */
export const pageWords = translator('server/archive-page', texts);

const titles: Readonly<Record<string, string>> = texts.parts;
const labels: Readonly<Record<string, string>> = texts.fields;

/** The title of a part that is not a kind of data; undefined when it has none. */
export function partTitle(name: string): string | undefined {
  return titles[name];
}

/** The label of a field: `error_details` is "Why not", `phone_number` is "Phone number". */
export function fieldLabel(field: string): string {
  return labels[field] ?? capitalised(field.replaceAll('_', ' '));
}

/** A name of the contract in words: `UPDATE_CONTACTS` is "Update contacts". */
export function nameInWords(name: string): string {
  return capitalised(name.toLowerCase().replaceAll('_', ' '));
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
