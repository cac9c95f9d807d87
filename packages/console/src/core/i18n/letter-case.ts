import { languageOf, sourceLanguage } from '@fairwatch/contract';
import { currentLanguage } from './i18n.ts';

/** Begins with a capital letter as the reader's language writes it: Turkish has a capital i of its own. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);
}

/** A title as a noun within a sentence: in lower case in English. The texts of other languages are made for it as they are. */
export function nounInSentence(title: string): string {
  return languageOf(currentLanguage()) === sourceLanguage ? title.toLowerCase() : title;
}
