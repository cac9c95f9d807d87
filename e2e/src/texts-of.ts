import { readFileSync } from 'node:fs';
import {
  inLanguage,
  registerLanguage,
  registerTexts,
  findText,
  type Language,
  type TextGroup,
  type TextValues,
} from '@fairwatch/contract';

const packages = new URL('../../packages/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, packages), 'utf8')) as Record<string, TextGroup>;

/** The words that a person reads in a language, by the name of their file and their key: `device/joining`, `who.next`. */
export function wordsOf(language: Language) {
  registerTexts('device/joining', read('device/src/words/texts/joining.texts.json'));
  registerTexts('device/leaving', read('device/src/words/texts/leaving.texts.json'));
  registerTexts('device/log', read('device/src/words/texts/log.texts.json'));
  registerTexts('device/requests', read('device/src/words/texts/requests.texts.json'));
  registerTexts('server/log-words', read('server/src/shared/audit/words/log-words.texts.json'));
  registerLanguage(language, {
    ...read(`device/src/locales/${language}.json`),
    ...read(`server/src/locales/${language}.json`),
  });
  return (file: string, key: string, values: TextValues = {}) =>
    withoutIsolates(inLanguage(language, () => String(findText(file, key, values))));
}

/** A text without the marks that set names apart from its direction, which nobody sees. */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');
